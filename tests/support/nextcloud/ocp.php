<?php

declare(strict_types=1);

// What the app uses of Nextcloud's public interface, with the names and parameters that it has there, and no more.

namespace OCP {
    interface IL10N
    {
        public function t(string $text, $parameters = []): string;
        public function getLanguageCode(): string;
    }
    interface IRequest
    {
        public function getHeader(string $name): string;
    }
    interface IUser
    {
        public function getUID();
        public function getDisplayName();
        public function getEMailAddress();
        public function getLastLogin();
        public function getBackendClassName();
    }
    interface IUserManager
    {
        public function get($uid);
        public function getDisplayName(string $uid): ?string;
    }
    interface IUserSession
    {
        public function getUser();
    }
    interface IURLGenerator
    {
        public function linkToRoute(string $routeName, array $arguments = []): string;
        public function linkToRouteAbsolute(string $routeName, array $arguments = []): string;
        public function imagePath(string $appName, string $file): string;
        public function getAbsoluteURL(string $url): string;
    }
    interface IDBConnection
    {
        public function getQueryBuilder();
    }
    final class Util
    {
        public static array $added = [];
        public static function addStyle($application, $file = null): void
        {
            self::$added[] = "css/$file.css";
        }
        public static function addScript(string $application, ?string $file = null, string $afterAppId = 'core', bool $prepend = false): void
        {
            self::$added[] = "js/$file.js";
        }
        public static function addInitScript(string $application, string $file): void
        {
            array_unshift(self::$added, "js/$file.js");
        }
    }
}

namespace OCP\AppFramework {
    class App
    {
        public function __construct(string $appName, array $urlParams = [])
        {
        }
    }
    abstract class Controller
    {
        public function __construct(protected $appName, protected \OCP\IRequest $request)
        {
        }
    }
    final class Http
    {
        public const STATUS_OK = 200;
        public const STATUS_NO_CONTENT = 204;
        public const STATUS_BAD_REQUEST = 400;
        public const STATUS_NOT_FOUND = 404;
        public const STATUS_SERVICE_UNAVAILABLE = 503;
    }
}

namespace OCP\AppFramework\Bootstrap {
    interface IBootContext
    {
    }
    interface IRegistrationContext
    {
        public function registerEventListener(string $event, string $listener, int $priority = 0): void;
        public function registerNotifierService(string $notifierClass): void;
    }
    interface IBootstrap
    {
        public function register(IRegistrationContext $context): void;
        public function boot(IBootContext $context): void;
    }
}

namespace OCP\AppFramework\Db {
    class DoesNotExistException extends \Exception
    {
    }
    abstract class Entity
    {
        public $id;
        private array $updated = [];
        private array $types = ['id' => 'integer'];

        public static function fromRow(array $row): static
        {
            $entity = new static();
            foreach ($row as $column => $value) {
                $entity->__call('set' . ucfirst($entity->columnToProperty($column)), [$value]);
            }
            $entity->updated = [];

            return $entity;
        }
        public function __call(string $methodName, array $args)
        {
            $name = lcfirst(substr($methodName, 3));
            if (!property_exists($this, $name)) {
                throw new \BadFunctionCallException("$methodName does not exist");
            }
            if (str_starts_with($methodName, 'get')) {
                return $this->$name;
            }
            [$value] = $args;
            // As in Nextcloud: what is the same is no change, and is not written.
            if ($value !== $this->$name) {
                $this->updated[$name] = true;
                $type = $this->types[$name] ?? null;
                if ($value !== null && $type !== null) {
                    settype($value, $type);
                }
                $this->$name = $value;
            }
        }
        public function getUpdatedFields()
        {
            return $this->updated;
        }
        public function resetUpdatedFields()
        {
            $this->updated = [];
        }
        public function columnToProperty($columnName)
        {
            return lcfirst(str_replace('_', '', ucwords($columnName, '_')));
        }
        public function propertyToColumn($property)
        {
            return strtolower(preg_replace('/[A-Z]/', '_$0', $property));
        }
        protected function addType($fieldName, $type)
        {
            $this->types[$fieldName] = $type;
        }
    }
    abstract class QBMapper
    {
        public function __construct(protected \OCP\IDBConnection $db, protected string $tableName, protected ?string $entityClass = null)
        {
        }
        public function getTableName(): string
        {
            return $this->tableName;
        }
        public function insert(Entity $entity): Entity
        {
            $query = $this->db->getQueryBuilder()->insert($this->tableName);
            $this->give($query, $entity, 'setValue')->executeStatement();
            $entity->setId($query->getLastInsertId());
            $entity->resetUpdatedFields();

            return $entity;
        }
        public function update(Entity $entity): Entity
        {
            $query = $this->db->getQueryBuilder()->update($this->tableName);
            $query->where($query->expr()->eq('id', $query->createNamedParameter($entity->getId())));
            $this->give($query, $entity, 'set')->executeStatement();
            $entity->resetUpdatedFields();

            return $entity;
        }
        protected function findEntities(\OCP\DB\QueryBuilder\IQueryBuilder $query): array
        {
            return array_map([$this->entityClass, 'fromRow'], $query->executeQuery());
        }
        protected function findEntity(\OCP\DB\QueryBuilder\IQueryBuilder $query): Entity
        {
            return $this->findEntities($query)[0] ?? throw new DoesNotExistException('none');
        }
        private function give($query, Entity $entity, string $method)
        {
            foreach (array_keys($entity->getUpdatedFields()) as $property) {
                $value = $query->createNamedParameter($entity->{'get' . ucfirst($property)}());
                $query->$method($entity->propertyToColumn($property), $value);
            }

            return $query;
        }
    }
}

namespace OCP\AppFramework\Http {
    class ContentSecurityPolicy
    {
        private array $frames = [];
        public function addAllowedFrameDomain($domain)
        {
            $this->frames[] = $domain;

            return $this;
        }
        public function policyOf(string $nonce): string
        {
            $script = "'nonce-$nonce'";
            $frames = $this->frames === [] ? '' : 'frame-src ' . implode(' ', $this->frames) . ';';

            return "default-src 'none';base-uri 'none';manifest-src 'self';script-src $script;" .
                "script-src-elem 'strict-dynamic' $script;style-src 'self' 'unsafe-inline';" .
                "img-src 'self' data: blob:;font-src 'self' data:;connect-src 'self';media-src 'self';" .
                "{$frames}frame-ancestors 'self';form-action 'self'";
        }
    }
    class Response
    {
        private ?ContentSecurityPolicy $policy = null;
        public function __construct(private int $status = 200, private array $headers = [])
        {
        }
        public function getStatus()
        {
            return $this->status;
        }
        public function render()
        {
            return '';
        }
        public function setContentSecurityPolicy($csp)
        {
            $this->policy = $csp;

            return $this;
        }
        public function getContentSecurityPolicy()
        {
            return $this->policy ?? new ContentSecurityPolicy();
        }
    }
    class JSONResponse extends Response
    {
        public function __construct(private mixed $data = [], int $statusCode = 200, array $headers = [], int $encodeFlags = 0)
        {
            parent::__construct($statusCode, $headers);
        }
        public function render()
        {
            return json_encode($this->data, JSON_HEX_TAG | JSON_THROW_ON_ERROR);
        }
    }
    class TemplateResponse extends Response
    {
        public function __construct(
            private string $appName,
            private string $templateName,
            private array $params = [],
            private string $renderAs = 'user',
            int $status = 200,
            array $headers = [],
        ) {
            parent::__construct($status, $headers);
        }
        public function getTemplateName()
        {
            return $this->templateName;
        }
        public function getParams()
        {
            return $this->params;
        }
    }
}

namespace OCP\AppFramework\Http\Attribute {
    #[\Attribute(\Attribute::TARGET_METHOD)]
    class NoAdminRequired
    {
    }
    #[\Attribute(\Attribute::TARGET_METHOD)]
    class NoCSRFRequired
    {
    }
    #[\Attribute(\Attribute::TARGET_METHOD)]
    class PublicPage
    {
    }
    #[\Attribute(\Attribute::TARGET_METHOD)]
    class UserRateLimit
    {
        public function __construct(protected int $limit, protected int $period)
        {
        }
    }
}

namespace OCP\AppFramework\Services {
    interface IAppConfig
    {
        public function setAppValueString(string $key, string $value, bool $lazy = false, bool $sensitive = false): bool;
        public function setAppValueBool(string $key, bool $value, bool $lazy = false): bool;
        public function getAppValueString(string $key, string $default = '', bool $lazy = false): string;
        public function getAppValueBool(string $key, bool $default = false, bool $lazy = false): bool;
    }
    interface IInitialState
    {
        public function provideInitialState(string $key, $data): void;
    }
}

namespace OCP\AppFramework\Utility {
    interface ITimeFactory
    {
        public function getTime(): int;
    }
}

namespace OCP\Authentication\TwoFactorAuth {
    interface IRegistry
    {
        public function getProviderStates(\OCP\IUser $user): array;
    }
}

namespace OCP\BackgroundJob {
    interface IJobList
    {
    }
    abstract class TimedJob
    {
        protected int $interval = 0;
        private int $lastRun = 0;
        public function __construct(protected \OCP\AppFramework\Utility\ITimeFactory $time)
        {
        }
        public function setInterval(int $seconds)
        {
            $this->interval = $seconds;
        }
        public function setLastRun(int $lastRun)
        {
            $this->lastRun = $lastRun;
        }
        final public function start(IJobList $jobList): void
        {
            if ($this->time->getTime() - $this->lastRun > $this->interval) {
                $this->run(null);
            }
        }
        abstract protected function run($argument);
    }
}

namespace OCP\DB {
    class Exception extends \Exception
    {
    }
    interface ISchemaWrapper
    {
        public function hasTable($tableName);
        public function createTable($tableName);
    }
    final class Types
    {
        public const BIGINT = 'bigint';
        public const STRING = 'string';
        public const TEXT = 'text';
    }
}

namespace OCP\DB\QueryBuilder {
    interface IExpressionBuilder
    {
        public function eq($x, $y, $type = null): string;
        public function gt($x, $y, $type = null): string;
        public function lt($x, $y, $type = null): string;
    }
    interface IQueryBuilder
    {
        public const PARAM_INT = 1;
        public function expr();
        public function select(...$selects);
        public function from($from, $alias = null);
        public function update($update = null, $alias = null);
        public function insert($insert = null);
        public function set($key, $value);
        public function setValue($column, $value);
        public function where(...$predicates);
        public function andWhere(...$where);
        public function orderBy($sort, $order = null);
        public function setMaxResults($maxResults);
        public function createNamedParameter($value, $type = 2, $placeHolder = null);
        public function executeStatement(?\OCP\IDBConnection $connection = null): int;
        public function getLastInsertId(): int;
    }
}

namespace OCP\EventDispatcher {
    class Event
    {
    }
    interface IEventListener
    {
        public function handle(Event $event): void;
    }
}

namespace OCA\Files\Event {
    class LoadAdditionalScriptsEvent extends \OCP\EventDispatcher\Event
    {
    }
}

namespace OCP\Files {
    class NotFoundException extends \Exception
    {
    }
    class NotPermittedException extends \Exception
    {
    }
    interface Node
    {
        public function getId();
        public function getName();
        public function getParent();
        public function isReadable();
        public function delete();
    }
    interface File extends Node
    {
        public function getContent();
        public function putContent($data);
        public function getMimeType();
    }
    interface Folder extends Node
    {
        public function get($path);
        public function nodeExists($path);
        public function newFile($path, $content = null);
        public function getById($id);
        public function getFirstNodeById(int $id): ?Node;
        public function isCreatable();
        public function getNonExistingName($name);
    }
    interface IRootFolder
    {
        public function getUserFolder($userId);
    }
}

namespace OCP\Http\Client {
    interface IResponse
    {
        public function getBody();
        public function getStatusCode(): int;
        public function getHeaders(): array;
    }
    interface IClient
    {
        public function request(string $method, string $uri, array $options = []): IResponse;
    }
    interface IClientService
    {
        public function newClient(): IClient;
    }
}

namespace OCP\L10N {
    interface IFactory
    {
        public function get($app, $lang = null, $locale = null);
    }
}

namespace OCP\Migration {
    interface IOutput
    {
    }
    abstract class SimpleMigrationStep
    {
        abstract public function changeSchema(IOutput $output, \Closure $schemaClosure, array $options);
    }
}

namespace OCP\Notification {
    class UnknownNotificationException extends \InvalidArgumentException
    {
    }
    interface INotification
    {
        public function setApp(string $app): INotification;
        public function getApp(): string;
        public function setUser(string $user): INotification;
        public function setDateTime(\DateTime $dateTime): INotification;
        public function setObject(string $type, string $id): INotification;
        public function getObjectId(): string;
        public function setSubject(string $subject, array $parameters = []): INotification;
        public function getSubject(): string;
        public function getSubjectParameters(): array;
        public function setParsedSubject(string $subject): INotification;
        public function setLink(string $link): INotification;
        public function setIcon(string $icon): INotification;
    }
    interface INotifier
    {
        public function getID(): string;
        public function getName(): string;
        public function prepare(INotification $notification, string $languageCode): INotification;
    }
    interface IManager
    {
        public function createNotification(): INotification;
        public function notify(INotification $notification): void;
        public function markProcessed(INotification $notification): void;
    }
}

namespace OCP\Security {
    interface ISecureRandom
    {
        public const CHAR_ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
        public function generate(int $length, string $characters = self::CHAR_ALPHANUMERIC): string;
    }
}

namespace OCP\Settings {
    interface ISettings
    {
        public function getForm();
        public function getSection();
        public function getPriority();
    }
}

<?php

declare(strict_types=1);

// A double of Nextcloud for the app: routes, rights, tokens and pages, over `double.php`. Nextcloud itself is not on
// this machine. `APP` is the folder of the app, `DATA` where users, rows and files lie.

namespace NextcloudDouble;

require '/usr/share/php/GuzzleHttp/autoload.php';
require '/usr/share/php/Psr/Log/autoload.php';
require __DIR__ . '/ocp.php';
require __DIR__ . '/double.php';

$app = getenv('APP');
$data = getenv('DATA');
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$base = "http://{$_SERVER['HTTP_HOST']}";
if (preg_match('#^/apps/paraph/((?:js|css|img)/[\w-]+\.(js|css|svg))$#', $path, $asset) === 1) {
    header('content-type: ' . ['js' => 'text/javascript', 'css' => 'text/css', 'svg' => 'image/svg+xml'][$asset[2]]);
    readfile("$app/$asset[1]");
    exit;
}
spl_autoload_register(static function (string $class) use ($app): void {
    if (str_starts_with($class, 'OCA\\Paraph\\')) {
        require $app . '/lib/' . strtr(substr($class, 11), '\\', '/') . '.php';
    }
});
$facts = json_decode(file_get_contents("$data/users.json"), true);
$uid = $_COOKIE['nc_user'] ?? '';
$user = isset($facts[$uid]) ? new User(['uid' => $uid] + $facts[$uid]) : null;
$language = $user?->facts['language'] ?? 'en';
$schema = new Schema();
(new \OCA\Paraph\Migration\Version1000Date20261130000000())
    ->changeSchema(new class implements \OCP\Migration\IOutput {}, static fn () => $schema, []);
$routes = (require "$app/appinfo/routes.php")['routes'];
$notices = new Notices(new Store("$data/notices.json"));
$state = new State();
/** What the app may ask for, by the interface. */
$services = [
    \OCP\AppFramework\Services\IAppConfig::class => new Config(new Store("$data/config.json")),
    \OCP\AppFramework\Services\IInitialState::class => $state,
    \OCP\Notification\IManager::class => $notices,
    \OCP\IL10N::class => new Words($language, $app),
    \OCP\L10N\IFactory::class => new class ($app) implements \OCP\L10N\IFactory {
        public function __construct(private readonly string $app)
        {
        }
        public function get($app, $lang = null, $locale = null)
        {
            return new Words($lang, $this->app);
        }
    },
    \OCP\IDBConnection::class => new class (new Store("$data/rows.json"), $schema) implements \OCP\IDBConnection {
        public function __construct(private readonly Store $rows, private readonly Schema $schema)
        {
        }
        public function getQueryBuilder()
        {
            return new Query($this->rows, $this->schema);
        }
    },
    \OCP\Files\IRootFolder::class => new class ("$data/files") implements \OCP\Files\IRootFolder {
        public function __construct(private readonly string $dir)
        {
        }
        public function getUserFolder($userId)
        {
            return new Folder("{$this->dir}/$userId");
        }
    },
    \OCP\IUserManager::class => new class ($facts) implements \OCP\IUserManager {
        public function __construct(private readonly array $facts)
        {
        }
        public function get($uid)
        {
            return isset($this->facts[$uid]) ? new User(['uid' => $uid] + $this->facts[$uid]) : null;
        }
        public function getDisplayName(string $uid): ?string
        {
            return $this->facts[$uid]['name'] ?? null;
        }
    },
    \OCP\IUserSession::class => new class ($user) implements \OCP\IUserSession {
        public function __construct(private readonly ?User $user)
        {
        }
        public function getUser()
        {
            return $this->user;
        }
    },
    \OCP\IURLGenerator::class => new class ($base, $routes) implements \OCP\IURLGenerator {
        public function __construct(private readonly string $base, private readonly array $routes)
        {
        }
        public function linkToRouteAbsolute(string $routeName, array $arguments = []): string
        {
            return $this->base . $this->linkToRoute($routeName, $arguments);
        }
        public function linkToRoute(string $routeName, array $arguments = []): string
        {
            foreach ($this->routes as ['name' => $name, 'url' => $url]) {
                if ('paraph.' . strtr($name, '#', '.') === $routeName) {
                    $filled = preg_replace_callback('/\{(\w+)\}/', static fn ($match) => $arguments[$match[1]], $url);

                    return "/index.php/apps/paraph$filled";
                }
            }
            throw new \RuntimeException("There is no route $routeName");
        }
        public function imagePath(string $appName, string $file): string
        {
            return "/apps/$appName/img/$file";
        }
        public function getAbsoluteURL(string $url): string
        {
            return $this->base . $url;
        }
    },
    \OCP\IRequest::class => new class implements \OCP\IRequest {
        public function getHeader(string $name): string
        {
            return $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? '';
        }
    },
    \OCP\AppFramework\Utility\ITimeFactory::class => new class implements \OCP\AppFramework\Utility\ITimeFactory {
        public function getTime(): int
        {
            return time();
        }
    },
    \OCP\Authentication\TwoFactorAuth\IRegistry::class => new class implements \OCP\Authentication\TwoFactorAuth\IRegistry {
        public function getProviderStates(\OCP\IUser $user): array
        {
            return $user->facts['factors'] ?? [];
        }
    },
    \OCP\Security\ISecureRandom::class => new class implements \OCP\Security\ISecureRandom {
        public function generate(int $length, string $characters = self::CHAR_ALPHANUMERIC): string
        {
            $all = array_map(static fn () => $characters[random_int(0, strlen($characters) - 1)], range(1, $length));

            return implode('', $all);
        }
    },
    \Psr\Log\LoggerInterface::class => new class ("$data/log.txt") extends \Psr\Log\AbstractLogger {
        public function __construct(private readonly string $file)
        {
        }
        public function log($level, $message, array $context = []): void
        {
            file_put_contents($this->file, "$level: $message\n", FILE_APPEND);
        }
    },
    \OCP\Http\Client\IClientService::class => new class implements \OCP\Http\Client\IClientService {
        public function newClient(): \OCP\Http\Client\IClient
        {
            return new class implements \OCP\Http\Client\IClient {
                public function request(string $method, string $uri, array $options = []): \OCP\Http\Client\IResponse
                {
                    // As in Nextcloud: nothing in the own network is called, unless the app says that it may be.
                    if (($options['nextcloud']['allow_local_address'] ?? false) !== true) {
                        throw new \RuntimeException('Local address');
                    }
                    $answer = (new \GuzzleHttp\Client())->request($method, $uri, $options);

                    return new class ($answer) implements \OCP\Http\Client\IResponse {
                        public function __construct(private readonly \Psr\Http\Message\ResponseInterface $answer)
                        {
                        }
                        public function getBody()
                        {
                            return $this->answer->getBody()->getContents();
                        }
                        public function getStatusCode(): int
                        {
                            return $this->answer->getStatusCode();
                        }
                        public function getHeaders(): array
                        {
                            return $this->answer->getHeaders();
                        }
                    };
                }
            };
        }
    },
];
$make = static function (string $class) use (&$make, &$services): object {
    $parameters = (new \ReflectionClass($class))->getConstructor()?->getParameters() ?? [];
    $give = static fn (\ReflectionParameter $each) => $services[$each->getType()->getName()] ??= $make($each->getType()->getName());

    return $services[$class] ?? new $class(...array_map($give, $parameters));
};
$registered = new class implements \OCP\AppFramework\Bootstrap\IRegistrationContext {
    public array $listeners = [];
    public string $notifier = '';
    public function registerEventListener(string $event, string $listener, int $priority = 0): void
    {
        $this->listeners[$event] = $listener;
    }
    public function registerNotifierService(string $notifierClass): void
    {
        $this->notifier = $notifierClass;
    }
};
(new \OCA\Paraph\AppInfo\Application())->register($registered);

$show = static function (string $inner, int $status, $policy) use ($user, $state): void {
    $nonce = bin2hex(random_bytes(8));
    http_response_code($status);
    header('content-type: text/html; charset=utf-8');
    header("content-security-policy: {$policy->policyOf($nonce)}");
    header('referrer-policy: no-referrer');
    header('cache-control: no-cache, no-store, must-revalidate');
    $head = '';
    foreach ($state->values as $key => $value) {
        $encoded = base64_encode(json_encode($value));
        $inner .= "<input type=\"hidden\" id=\"initial-state-paraph-$key\" value=\"$encoded\">";
    }
    foreach (\OCP\Util::$added as $file) {
        $head .= str_ends_with($file, '.css')
            ? "<link rel=\"stylesheet\" href=\"/apps/paraph/$file?v=1\">"
            : "<script nonce=\"$nonce\" defer src=\"/apps/paraph/$file?v=1\"></script>";
    }
    echo "<!doctype html><html lang=\"en\"><head data-requesttoken=\"token of {$user?->getUID()}\"><meta charset=\"utf-8\">" .
        "<title>Nextcloud</title>$head</head><main id=\"content\">$inner</main></html>";
};
$render = static function ($response) use ($app, $services): string {
    $_ = $response->getParams();
    $l = $services[\OCP\IL10N::class];
    ob_start();
    require "$app/templates/{$response->getTemplateName()}.php";

    return ob_get_clean();
};
require __DIR__ . '/answer.php';

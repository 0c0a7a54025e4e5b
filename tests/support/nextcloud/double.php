<?php

declare(strict_types=1);

// The services behind the interfaces: rows, settings and notices as JSON, files as files, their ids the inodes.

namespace NextcloudDouble;

use OCP\AppFramework\Services\IAppConfig;
use OCP\AppFramework\Services\IInitialState;
use OCP\DB\QueryBuilder\IExpressionBuilder;
use OCP\DB\QueryBuilder\IQueryBuilder;
use OCP\Files;
use OCP\Notification\INotification;

/** A JSON file that one process changes at a time. */
final class Store
{
    public function __construct(private readonly string $path)
    {
    }

    public function change(\Closure $change): mixed
    {
        $file = fopen($this->path, 'c+');
        flock($file, LOCK_EX);
        $value = json_decode(stream_get_contents($file) ?: '[]', true);
        $result = $change($value);
        ftruncate($file, 0);
        rewind($file);
        fwrite($file, json_encode($value, JSON_PRETTY_PRINT));
        fclose($file);

        return $result;
    }

    public function read(): array
    {
        return $this->change(static fn (array $value) => $value);
    }
}

final class Config implements IAppConfig
{
    public function __construct(private readonly Store $store)
    {
    }
    public function setAppValueString(string $key, string $value, bool $lazy = false, bool $sensitive = false): bool
    {
        $stored = $sensitive ? strrev(base64_encode($value)) : $value;

        return $this->store->change(static function (array &$all) use ($key, $stored, $lazy, $sensitive): bool {
            $all[$key] = ['value' => $stored, 'lazy' => $lazy, 'sensitive' => $sensitive];

            return true;
        });
    }
    public function setAppValueBool(string $key, bool $value, bool $lazy = false): bool
    {
        return $this->setAppValueString($key, $value ? '1' : '', $lazy);
    }
    public function getAppValueString(string $key, string $default = '', bool $lazy = false): string
    {
        $entry = $this->store->read()[$key] ?? null;
        // As in Nextcloud: a lazy value is not found by who does not ask for it as such.
        if ($entry === null || ($entry['lazy'] && !$lazy)) {
            return $default;
        }

        return $entry['sensitive'] ? base64_decode(strrev($entry['value'])) : $entry['value'];
    }
    public function getAppValueBool(string $key, bool $default = false, bool $lazy = false): bool
    {
        return $this->getAppValueString($key, $default ? '1' : '', $lazy) === '1';
    }
}

final class State implements IInitialState
{
    public array $values = [];
    public function provideInitialState(string $key, $data): void
    {
        $this->values[$key] = $data;
    }
}

/** Tables as the migration of the app makes them. */
final class Schema implements \OCP\DB\ISchemaWrapper
{
    public array $columns = [];
    public array $unique = [];
    public function hasTable($tableName)
    {
        return false;
    }
    public function createTable($tableName)
    {
        return $this;
    }
    public function addColumn(string $name, string $type, array $options): void
    {
        $this->columns[$name] = $options;
    }
    public function setPrimaryKey(array $columns): void
    {
    }
    public function addUniqueIndex(array $columns, string $name): void
    {
        $this->unique[] = $columns[0];
    }
    public function addIndex(array $columns, string $name): void
    {
    }
}

final class Expressions implements IExpressionBuilder
{
    public function eq($x, $y, $type = null): string
    {
        return "$x = $y";
    }
    public function gt($x, $y, $type = null): string
    {
        return "$x > $y";
    }
    public function lt($x, $y, $type = null): string
    {
        return "$x < $y";
    }
}

final class Query implements IQueryBuilder
{
    private string $kind = 'select';
    private array $parameters = [];
    private array $values = [];
    private array $conditions = [];
    private int $limit = PHP_INT_MAX;
    private int $inserted = 0;

    public function __construct(private readonly Store $rows, private readonly Schema $schema)
    {
    }
    public function expr()
    {
        return new Expressions();
    }
    public function select(...$selects)
    {
        return $this;
    }
    public function from($from, $alias = null)
    {
        return $this;
    }
    public function update($update = null, $alias = null)
    {
        $this->kind = 'update';

        return $this;
    }
    public function insert($insert = null)
    {
        $this->kind = 'insert';

        return $this;
    }
    public function set($key, $value)
    {
        if (!isset($this->schema->columns[$key])) {
            throw new \OCP\DB\Exception("No column $key");
        }
        $this->values[$key] = $this->parameters[$value];

        return $this;
    }
    public function setValue($column, $value)
    {
        return $this->set($column, $value);
    }
    public function where(...$predicates)
    {
        $this->conditions = [];

        return $this->andWhere(...$predicates);
    }
    public function andWhere(...$where)
    {
        array_push($this->conditions, ...$where);

        return $this;
    }
    public function orderBy($sort, $order = null)
    {
        return $this;
    }
    public function setMaxResults($maxResults)
    {
        $this->limit = $maxResults;

        return $this;
    }
    public function createNamedParameter($value, $type = 2, $placeHolder = null)
    {
        $name = ':p' . count($this->parameters);
        $this->parameters[$name] = $value;

        return $name;
    }
    public function executeQuery(): array
    {
        $fits = array_filter($this->rows->read(), $this->fits(...));

        return array_slice(array_values($fits), 0, $this->limit);
    }
    public function executeStatement(?\OCP\IDBConnection $connection = null): int
    {
        return $this->rows->change(function (array &$rows): int {
            if ($this->kind === 'insert') {
                $rows[] = $this->newRow($rows);

                return 1;
            }
            $chosen = array_filter($rows, $this->fits(...));
            foreach (array_keys($chosen) as $i) {
                $rows[$i] = $this->values + $rows[$i];
            }

            return count($chosen);
        });
    }
    public function getLastInsertId(): int
    {
        return $this->inserted;
    }
    private function newRow(array $rows): array
    {
        $row = ['id' => $this->inserted = count($rows) + 1] + $this->values;
        foreach ($this->schema->columns as $name => $options) {
            $row[$name] ??= $options['default'] ?? null;
            if ($row[$name] === null && $options['notnull']) {
                throw new \OCP\DB\Exception("$name is null");
            }
        }
        foreach ($this->schema->unique as $name) {
            if (in_array($row[$name], array_column($rows, $name), true)) {
                throw new \OCP\DB\Exception("$name is there already");
            }
        }

        return $row;
    }
    private function fits(array $row): bool
    {
        foreach ($this->conditions as $condition) {
            [$column, $operator, $parameter] = explode(' ', $condition);
            $order = $row[$column] <=> $this->parameters[$parameter];
            if ($order !== ['=' => 0, '<' => -1, '>' => 1][$operator]) {
                return false;
            }
        }

        return true;
    }
}

class Node implements Files\Node
{
    public function __construct(public readonly string $path)
    {
    }
    public function getId()
    {
        return fileinode($this->path);
    }
    public function getName()
    {
        return basename($this->path);
    }
    public function getParent()
    {
        return new Folder(dirname($this->path));
    }
    public function isReadable()
    {
        return true;
    }
    public function delete()
    {
        unlink($this->path);
    }
}

final class File extends Node implements Files\File
{
    public function getContent()
    {
        return file_get_contents($this->path);
    }
    public function putContent($data)
    {
        // A folder whose name says so is full.
        if (str_contains($this->path, '/full/')) {
            throw new Files\NotPermittedException('No space left');
        }
        file_put_contents($this->path, $data);
    }
    public function getMimeType()
    {
        return str_ends_with($this->path, '.pdf') ? 'application/pdf' : 'text/plain';
    }
}

final class Folder extends Node implements Files\Folder
{
    public function get($path)
    {
        $whole = "{$this->path}/$path";

        return match (true) {
            is_dir($whole) => new self($whole),
            is_file($whole) => new File($whole),
            default => throw new Files\NotFoundException($path),
        };
    }
    public function nodeExists($path)
    {
        return file_exists("{$this->path}/$path");
    }
    public function newFile($path, $content = null)
    {
        touch("{$this->path}/$path");
        $file = new File("{$this->path}/$path");
        if ($content !== null) {
            $file->putContent($content);
        }

        return $file;
    }
    public function getById($id)
    {
        $found = [];
        foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($this->path, 4096)) as $each) {
            if ($each->getInode() === $id) {
                $found[] = new File($each->getPathname());
            }
        }

        return $found;
    }
    public function getFirstNodeById(int $id): ?Files\Node
    {
        return $this->getById($id)[0] ?? null;
    }
    public function isCreatable()
    {
        return !str_contains($this->path, '/read only');
    }
    public function getNonExistingName($name)
    {
        ['filename' => $stem, 'extension' => $extension] = pathinfo($name);
        for ($i = 2; $this->nodeExists($name); $i += 1) {
            $name = "$stem ($i).$extension";
        }

        return $name;
    }
}

final class User implements \OCP\IUser
{
    public function __construct(public readonly array $facts)
    {
    }
    public function getUID()
    {
        return $this->facts['uid'];
    }
    public function getDisplayName()
    {
        return $this->facts['name'];
    }
    public function getEMailAddress()
    {
        return $this->facts['email'] ?? null;
    }
    public function getLastLogin()
    {
        return $this->facts['lastLogin'] ?? 0;
    }
    public function getBackendClassName()
    {
        return 'Database';
    }
}

final class Words implements \OCP\IL10N
{
    private array $translations = [];
    public function __construct(private readonly string $language, string $appDir)
    {
        $file = "$appDir/l10n/$language.json";
        if (file_exists($file)) {
            $this->translations = json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR)['translations'];
        }
    }
    public function t(string $text, $parameters = []): string
    {
        return vsprintf($this->translations[$text] ?? $text, (array) $parameters);
    }
    public function getLanguageCode(): string
    {
        return $this->language;
    }
}

/** Fields of a notice; each setter is `set…`, each getter `get…`. */
final class Notice implements INotification
{
    public array $fields = ['subject' => '', 'parameters' => []];
    public function setApp(string $app): INotification
    {
        return $this->with(['app' => $app]);
    }
    public function getApp(): string
    {
        return $this->fields['app'];
    }
    public function setUser(string $user): INotification
    {
        return $this->with(['user' => $user]);
    }
    public function setDateTime(\DateTime $dateTime): INotification
    {
        return $this->with(['at' => $dateTime->getTimestamp()]);
    }
    public function setObject(string $type, string $id): INotification
    {
        return $this->with(['type' => $type, 'id' => $id]);
    }
    public function getObjectId(): string
    {
        return $this->fields['id'];
    }
    public function setSubject(string $subject, array $parameters = []): INotification
    {
        return $this->with(['subject' => $subject, 'parameters' => $parameters]);
    }
    public function getSubject(): string
    {
        return $this->fields['subject'];
    }
    public function getSubjectParameters(): array
    {
        return $this->fields['parameters'];
    }
    public function setParsedSubject(string $subject): INotification
    {
        return $this->with(['parsed' => $subject]);
    }
    public function setLink(string $link): INotification
    {
        return $this->with(['link' => $link]);
    }
    public function setIcon(string $icon): INotification
    {
        return $this->with(['icon' => $icon]);
    }
    public function with(array $fields): self
    {
        $this->fields = $fields + $this->fields;

        return $this;
    }
}

final class Notices implements \OCP\Notification\IManager
{
    public function __construct(public readonly Store $store)
    {
    }
    public function createNotification(): INotification
    {
        return new Notice();
    }
    public function notify(INotification $notification): void
    {
        if (!isset($notification->fields['at'])) {
            throw new \InvalidArgumentException('A notification needs a date');
        }
        $this->store->change(static function (array &$all) use ($notification): void {
            $all[] = $notification->fields;
        });
    }
    public function markProcessed(INotification $notification): void
    {
        $asked = array_filter(array_diff_key($notification->fields, ['parameters' => 0]));
        $isOther = static fn (array $each) => array_diff_assoc($asked, array_diff_key($each, ['parameters' => 0])) !== [];
        $this->store->change(static function (array &$all) use ($isOther): void {
            $all = array_values(array_filter($all, $isOther));
        });
    }
}

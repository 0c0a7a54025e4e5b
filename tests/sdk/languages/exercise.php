<?php

// What the tests have the client for PHP do; prints what came of it as JSON.

declare(strict_types=1);

require_once 'vendor/autoload.php';

use GuzzleHttp\Client;
use GuzzleHttp\Psr7\HttpFactory;
use GuzzleHttp\Psr7\Utils;
use Paraph\CallOptions;
use Paraph\OAuthApp;
use Paraph\Paraph;
use Paraph\ParaphException;
use Paraph\Tokens;
use Paraph\Upload;

function client(string $baseUrl, mixed ...$more): Paraph
{
    return new Paraph($baseUrl, new Client(), new HttpFactory(), ...$more);
}

function filled(mixed $value): mixed
{
    return match (true) {
        $value === '@upload' => Upload::fromString('%PDF'),
        is_array($value) => array_map(filled(...), $value),
        default => $value,
    };
}

function failed(Closure $act): ?array
{
    try {
        $act();
    } catch (ParaphException $error) {
        return [
            'kind' => (new ReflectionClass($error))->getShortName(),
            'code' => $error->errorCode,
            'status' => $error->status,
            'violations' => (object) $error->violations,
            'request' => $error->requestId,
            'scope' => $error->missingScope,
        ];
    }

    return null;
}

function operations(string $baseUrl, array $calls): array
{
    $paraph = client($baseUrl, token: 'TOKEN', retries: 0);
    foreach ($calls as ['name' => $name, 'input' => $input]) {
        $takes = (new ReflectionMethod($paraph, $name))->getNumberOfParameters() > 1;
        failed(fn () => $takes ? $paraph->$name(filled($input)) : $paraph->$name());
    }
    $offered = array_diff(get_class_methods($paraph), ['__construct', 'download', 'listEnvelopesByIds']);
    sort($offered);

    return $offered;
}

function behaviour(string $baseUrl, array $given): array
{
    $paraph = client($baseUrl, apiKey: 'KEY', retryDelay: 0.001);
    $step = ['type' => 'sign', 'recipients' => [['name' => 'Ada', 'email' => 'ada@example.com']]];
    $files = [
        Upload::fromPath($given['file']),
        Upload::fromString('bytes'),
        Upload::fromStream(Utils::streamFor('stream')),
    ];
    $input = ['name' => 'Lease', 'document' => $files, 'steps' => [$step], 'metadata' => []];
    $seen = ['made' => $paraph->createQuickEnvelope($input)['id']];
    $seen['listed'] = array_column(iterator_to_array($paraph->listEnvelopes(['limit' => 2])->all(), false), 'id');
    foreach (['invalid', 'scoped', 'limited', 'moved', 'gone'] as $id) {
        $seen[$id] = failed(fn () => $paraph->readEnvelope(['envelopeId' => $id]));
    }
    $seen['deleted'] = failed(fn () => $paraph->deleteEnvelope(['envelopeId' => 'lost']));
    $seen['started'] = failed(fn () => $paraph->startWorkflow(['workspaceId' => 1, 'workflowId' => 2]));
    try {
        $paraph->readEnvelope(['envelopeId' => '..']);
    } catch (InvalidArgumentException $error) {
        $seen['dots'] = $error->getMessage();
    }
    $seen['downloaded'] = $paraph->download('https://other.example/api/v1/storage/a%20b?c=d');
    $options = new CallOptions(idempotencyKey: 'mine');
    $paraph->updateWorkspace(['workspaceId' => 7, 'description' => null], $options);
    $app = new OAuthApp($baseUrl, 'id', 'secret', new Client(), new HttpFactory());
    $stored = [];
    $token = $app->renewingToken(new Tokens('old', 'keep', 2 ** 40), function (Tokens $tokens) use (&$stored): void {
        $stored[] = $tokens;
    });
    $email = client($baseUrl, getToken: $token)->readProfile()['email'];
    $seen['profile'] = [$email, $stored[0]->accessToken, $stored[0]->refreshToken];

    return $seen;
}

function notifications(string $_, array $given): array
{
    require 'hook.php';

    return array_map(fn (array $each) => onNotification($each['headers'], $each['body'], $each['secret']), $given);
}

function userUrl(): string
{
    require 'oauth.php';

    return signInUrl($app, 'a state');
}

function user(string $_, array $given): ?string
{
    require 'oauth.php';
    $stored = [];
    $paraph = signIn($app, $given['code'], function (Tokens $tokens) use (&$stored): void {
        $stored[] = $tokens;
    });

    return $stored === [] ? null : $paraph->readProfile()['email'];
}

[, $act, $baseUrl, $file] = $argv;
$acts = ['signInUrl' => 'userUrl', 'signIn' => 'user'];
$answer = ($acts[$act] ?? $act)($baseUrl, json_decode(file_get_contents($file), true));
echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";

<?php

declare(strict_types=1);

// Answers one request: what is Nextcloud's own first, then the routes of the app.

function p($text): void
{
    echo htmlspecialchars((string) $text, ENT_QUOTES);
}

$json = static function (mixed $value): never {
    header('content-type: application/json');
    exit(json_encode($value, JSON_THROW_ON_ERROR));
};
$refuse = static function (int $status): never {
    http_response_code($status);
    exit;
};
// What happens in Nextcloud without a request of the app.
if ($path === '/double/notices') {
    $notifier = $make($registered->notifier);
    $own = array_filter($notices->store->read(), static fn (array $each) => $each['user'] === $uid);
    $json(array_map(static fn (array $fields) =>
        $notifier->prepare((new NextcloudDouble\Notice())->with($fields), $language)->fields, array_values($own)));
}
if ($path === '/double/cron') {
    preg_match('#<job>(.+)</job>#', file_get_contents("$app/appinfo/info.xml"), $job);
    $make($job[1])->start(new class implements OCP\BackgroundJob\IJobList {});
    $json(true);
}
if ($path === '/double/files') {
    $event = OCA\Files\Event\LoadAdditionalScriptsEvent::class;
    $make($registered->listeners[$event])->handle(new $event());
    $show('Files', 200, new OCP\AppFramework\Http\ContentSecurityPolicy());
    exit;
}
if ($path === '/double/settings') {
    preg_match('#<admin>(.+)</admin>#', file_get_contents("$app/appinfo/info.xml"), $settings);
    $form = $make($settings[1])->getForm();
    $show($render($form), 200, $form->getContentSecurityPolicy());
    exit;
}
if ($path === '/ocs/v2.php/core/autocomplete/get' && isset($_SERVER['HTTP_OCS_APIREQUEST'])) {
    $fits = array_filter($facts, static fn (array $each) => stripos($each['name'], $_GET['search']) !== false);
    $json(['ocs' => ['data' => array_map(
        static fn (string $id, array $each) => ['id' => $id, 'label' => $each['name'], 'source' => 'users'],
        array_keys($fits),
        $fits,
    )]]);
}
foreach ($routes as $route) {
    $pattern = preg_replace_callback('/\\\\\{(\w+)\\\\\}/', static fn ($match) =>
        "(?<$match[1]>" . ($route['requirements'][$match[1]] ?? '[^/]+') . ')', preg_quote($route['url'], '#'));
    $isIt = preg_match("#^(?:/index\.php)?/apps/paraph$pattern$#", $path, $inPath) === 1;
    if (!$isIt || $route['verb'] !== $_SERVER['REQUEST_METHOD']) {
        continue;
    }
    [$name, $method] = explode('#', $route['name']);
    $class = 'OCA\\Paraph\\Controller\\' . ucfirst($name) . 'Controller';
    $reflected = new ReflectionMethod($class, $method);
    $has = static fn (string $attribute) =>
        $reflected->getAttributes("OCP\\AppFramework\\Http\\Attribute\\$attribute") !== [];
    if (!$has('PublicPage') && $user === null) {
        $refuse(401);
    }
    if (!$has('PublicPage') && !$has('NoAdminRequired') && !($user->facts['admin'] ?? false)) {
        $refuse(403);
    }
    if (!$has('NoCSRFRequired') && ($_SERVER['HTTP_REQUESTTOKEN'] ?? '') !== "token of $uid") {
        $refuse(412);
    }
    $body = json_decode(file_get_contents('php://input'), true) ?? [];
    if ($name === 'hook') {
        // What came, for who sends it again; and a Nextcloud that is away.
        $sent = ['headers' => array_change_key_case(getallheaders()), 'body' => file_get_contents('php://input')];
        file_put_contents("$data/hooks.jsonl", json_encode($sent) . "\n", FILE_APPEND);
        if (file_exists("$data/away")) {
            $refuse(502);
        }
    }
    $values = array_map(static function (ReflectionParameter $each) use ($inPath, $body): mixed {
        $value = $inPath[$each->getName()] ?? $body[$each->getName()] ?? null;
        if ($each->getType()->getName() === 'int') {
            return (int) $value;
        }

        return $value ?? match ($each->getType()->getName()) {
            'array' => [],
            'bool' => false,
            default => '',
        };
    }, $reflected->getParameters());
    $response = $make($class)->$method(...$values);
    if ($response instanceof OCP\AppFramework\Http\TemplateResponse) {
        $show($render($response), $response->getStatus(), $response->getContentSecurityPolicy());
        exit;
    }
    http_response_code($response->getStatus());
    header('content-type: application/json');
    exit($response->render());
}
$refuse(404);

<?php

declare(strict_types=1);

return ['routes' => [
    ['name' => 'request#form', 'url' => '/send/{fileId}', 'verb' => 'GET', 'requirements' => ['fileId' => '\d+']],
    ['name' => 'request#send', 'url' => '/requests', 'verb' => 'POST'],
    ['name' => 'signing#show', 'url' => '/sign/{envelopeId}', 'verb' => 'GET'],
    ['name' => 'hook#receive', 'url' => '/hook', 'verb' => 'POST'],
    ['name' => 'settings#save', 'url' => '/settings', 'verb' => 'PUT'],
]];

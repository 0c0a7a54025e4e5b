import type { FaultyFile } from './mutation.ts';

const GUIDES = ['tests/docs/guides.test.ts'];
const inApp = (path: string) => `sdk/nextcloud/lib/${path}.php`;

/** The app for Nextcloud sends files, has users sign inside it, and brings the signed ones back. */
export const nextcloudFaults: readonly FaultyFile[] = [
  {
    file: inApp('Controller/HookController'),
    tests: GUIDES,
    faults: {
      'nextcloud-believes-any-notification': [
        'return new Response(Http::STATUS_BAD_REQUEST)',
        'return new Response(Http::STATUS_NO_CONTENT)',
      ],
    },
  },
  {
    file: inApp('Controller/SettingsController'),
    tests: GUIDES,
    faults: {
      'nextcloud-key-to-any-address': ['&& ($isOther || ', '&& ('],
      'nextcloud-key-of-others': ['$this->requests->findOpen(0, 1)', '[]'],
    },
  },
  {
    file: inApp('Db/SigningRequestMapper'),
    tests: GUIDES,
    faults: {
      'nextcloud-two-at-a-time': ['$query->executeStatement() === 1', '$query->executeStatement() >= 0'],
    },
  },
  {
    file: inApp('Service/Connection'),
    tests: GUIDES,
    faults: {
      'nextcloud-key-unencrypted': [
        "setAppValueString('api_key', $key, true, true)",
        "setAppValueString('api_key', $key, true)",
      ],
    },
  },
  {
    file: inApp('Service/EmbeddedSigning'),
    tests: GUIDES,
    faults: {
      'nextcloud-signs-what-was-passed-on': [
        "strcasecmp($recipient['email'], $signer['email']) === 0",
        "$recipient['email'] !== ''",
      ],
      'nextcloud-known-just-now': ['$user->getLastLogin() ?: $this->time', '$this->time'],
    },
  },
  {
    file: inApp('Service/FollowUp'),
    tests: GUIDES,
    faults: {
      'nextcloud-asks-after-the-answer': ['} elseif (!$isAsked && $wasTold) {', '} elseif (false) {'],
    },
  },
  {
    file: inApp('Service/Sending'),
    tests: GUIDES,
    faults: {
      'nextcloud-sends-twice': ["hash('sha256', \"{$sender", "hash('sha256', random_bytes(8) . \"{$sender"],
    },
  },
  {
    file: inApp('Service/SignedFile'),
    tests: GUIDES,
    faults: {
      'nextcloud-overwrites': ['$folder->getNonExistingName($name)', '$name'],
      'nextcloud-stays-where-it-was-sent': ['$target = $folder ?? $home', '$target = $home'],
    },
  },
];

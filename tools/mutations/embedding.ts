import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/embedded-signing.test.ts'];
const E2E = ['tests/e2e/embedded.test.ts'];

/** A program shows the session of a recipient in a frame of its own page. */
export const embeddingFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/accounts/embed-origins.ts',
    tests: API,
    faults: {
      'embed-origins-any-http': ["protocol === 'http:' && !isLoopbackHost(hostname)", "protocol === 'ftp:'"],
      'embed-origins-with-path': ['[^/\\\\?#@\\s]+\\/?$', '.+$'],
      'embed-origins-without-end': ['if (list.length > EMBED_ORIGINS_MAX)', 'if (list.length < 0)'],
    },
  },
  {
    file: 'server/src/http/response-headers.ts',
    tests: API,
    faults: { 'embedded-by-all': ['`frame-ancestors ${origin}`', "origin && 'frame-ancestors *'"] },
  },
  {
    file: 'server/src/signing/session/authenticate-signer.ts',
    tests: API,
    faults: {
      'bearer-or-cookie': [
        'if (bearer === null) return readSigningCookie',
        'if (bearer !== "-") return readSigningCookie',
      ],
      'embedded-sets-up-passkeys': ["if (hosted?.way === 'embedded')", "if (hosted?.host === '')"],
      'embedded-as-mailed': ["hosted.way === 'embedded' ? 'embedded' : 'in-person'", "'mailbox'"],
    },
  },
  {
    file: 'server/src/signing/session/embedded-store.ts',
    tests: API,
    faults: {
      'embedded-opens-twice': ['and bearer_hash is null and expires_at', 'and expires_at'],
      'embedded-opens-late': [
        'bearer_hash is null and expires_at > ${now} returning',
        'bearer_hash is null and ${now}::timestamptz is not null returning',
      ],
      'embedded-of-any-link': ['and link_id = ${link} and', 'and ${link}::text is not null and'],
      'embedded-without-end': [
        '${link} and expires_at > ${now}`',
        '${link} and ${now}::timestamptz is not null`',
      ],
    },
  },
  {
    file: 'server/src/signing/session/embedded.ts',
    tests: API,
    faults: {
      'embedded-in-any-origin': ['if (!origins.includes(origin))', "if (origin === 'none')"],
      'embedded-returns-anywhere': [' && origins.includes(origin);', ';'],
      'embedded-by-people': ['if (app === null)', "if (caller.kind === 'key')"],
      'embedded-by-apps-of-others': ['if (owner?.user_id !== userId)', 'if (userId === null)'],
      'embedded-by-any-token': ['!equalSecrets(sha256(token)', 'token === "" && !equalSecrets(sha256(token)'],
    },
  },
  {
    file: 'server/src/signing/session/open-signing.ts',
    tests: API,
    faults: {
      'handover-forgets-the-host': ['hosted: hosted ? JSON.stringify(hosted) : null', 'hosted: null'],
    },
  },
  {
    file: 'server/src/mail/handle-mail-event.ts',
    tests: API,
    faults: { 'embedded-is-mailed': ['return isAsked ? [] : asMailRecipients', 'return asMailRecipients'] },
  },
  {
    file: 'web/src/signing/embedded-bridge.ts',
    tests: E2E,
    faults: {
      'frame-hears-others': ['source !== window.parent || from !== origin || ', ''],
      'frame-covered-signs': ['const isHeld = isLast && bars.get(bar) === false;', 'const isHeld = false;'],
    },
  },
  {
    file: 'web/src/signing/embedded-theme.ts',
    tests: E2E,
    faults: {
      'frame-any-colours': ['contrastOf(one, other) < CONTRAST_MIN', 'contrastOf(one, other) < 0'],
    },
  },
];

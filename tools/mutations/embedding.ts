import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/embedded-signing.test.ts'];
const DESIGN = ['tests/api/sessions.test.ts'];
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
    file: 'server/src/developers/frames.ts',
    tests: [...API, ...DESIGN],
    faults: {
      'embedded-in-any-origin': ['if (!origins.includes(origin))', "if (origin === 'none')"],
      'embedded-by-people': ['if (app === null)', "if (caller.kind === 'key')"],
      'embedded-by-apps-of-others': ['if (owner?.user_id !== userId)', 'if (userId === null)'],
    },
  },
  {
    file: 'server/src/design/design-sessions.ts',
    tests: DESIGN,
    faults: {
      'design-cookie-beside-bearer': [
        'const bearer = bearerOf(',
        "const bearer = readAddressCookie(deps, request, { kind: 'design', id }) ? null : bearerOf(",
      ],
      'design-frame-by-cookie': [
        'return embedding === null ? hash : null;',
        'return embedding ? hash : hash;',
      ],
    },
  },
  {
    file: 'server/src/design/design-session-store.ts',
    tests: DESIGN,
    faults: {
      'design-frame-opens-twice': [' and bearer_hash is null and expires_at', ' and expires_at'],
    },
  },
  {
    file: 'server/src/design/design-pages.ts',
    tests: DESIGN,
    faults: {
      'design-frame-as-page': ['session.embedding !== null || ', ''],
      'design-framed-by-nobody': [
        'if (framed?.embedding) allowFraming',
        'if (framed?.callback_url) allowFraming',
      ],
    },
  },
  {
    file: 'server/src/design/framed-design.ts',
    tests: DESIGN,
    faults: {
      'design-locks-are-hidden-only': ['embedding === null || embedding[lock]', 'embedding === null'],
      'design-redirect-changes-people': ['embedding === null || embedding[lock]', 'embedding?.[lock]'],
      'design-starts-without-offer': ['embedding === null || embedding.showStart', 'embedding !== undefined'],
      'design-places-any-type': ['if (allowed === null) return;', 'if (allowed !== undefined) return;'],
      'design-changes-types': ['typeOf.get(id) === type)', 'typeOf.has(id))'],
      'design-forgets-steps': ['!isPlaced(each)', 'each.id !== 0'],
    },
  },
  {
    file: 'server/src/signing/session/embedded.ts',
    tests: API,
    faults: {
      'embedded-returns-anywhere': [' && origins.includes(origin);', ';'],
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
    file: 'web/src/embedding/bridge.ts',
    tests: E2E,
    faults: { 'frame-hears-others': ['source !== window.parent || from !== origin || ', ''] },
  },
  {
    file: 'web/src/signing/last-press.ts',
    tests: E2E,
    faults: {
      'frame-covered-signs': ['const isHeld = isLast && bars.get(bar) === false;', 'const isHeld = false;'],
    },
  },
  {
    file: 'web/src/design/designer-frame.tsx',
    tests: E2E,
    faults: {
      'frame-tells-no-save': ['if (isPending.current) post', 'if (!isPending.current) post'],
      'frame-closes-unsaved': ['const isSaved = await editor.flush();', 'const isSaved = true;'],
    },
  },
  {
    file: 'web/src/design/use-field-actions.ts',
    tests: E2E,
    faults: {
      'press-is-not-saved-at-close': [
        'useLayoutEffect(() => {\n    const [next]',
        'useEffect(() => {\n    const [next]',
      ],
    },
  },
  {
    file: 'web/src/embedding/theme.ts',
    tests: E2E,
    faults: {
      'frame-any-colours': ['contrastOf(one, other) < CONTRAST_MIN', 'contrastOf(one, other) < 0'],
    },
  },
];

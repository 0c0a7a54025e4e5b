import type { FaultyFile } from './mutation.ts';

/** The HTTP edge, in and out. */
export const edgeFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/platform/outside/http-client.ts',
    tests: ['server/src/platform/outside/http-client.test.ts'],
    faults: {
      'outgoing-call-connects-by-name': ['lookup: answering(addresses),', ''],
      'outgoing-call-resolves-twice': [
        'await resolve(host)',
        'await resolve(host).then(() => resolve(host))',
      ],
      'outgoing-call-reaches-private-address': ['if (unfit) {', 'if (unfit === null) {'],
      'outgoing-call-skips-url-rules': ['if (problem) throw', 'if (problem === "") throw'],
      'outgoing-call-accepts-any-certificate': [
        'rejectUnauthorized: post.verifyCertificate',
        'rejectUnauthorized: false',
      ],
      'outgoing-call-uses-shared-agent': [
        'agent,\n    maxHeaderSize: HEADER_BYTES_MAX,',
        'maxHeaderSize: HEADER_BYTES_MAX,',
      ],
    },
  },
  {
    file: 'server/src/platform/outside/persistent-connections.ts',
    tests: ['server/src/platform/outside/http-client.test.ts'],
    faults: {
      'open-connection-to-other-addresses': ['addresses.map(({ address }) => address)', '[]'],
      'closed-connection-fails-the-call': ['request.reusedSocket &&', '!request.reusedSocket &&'],
    },
  },
  {
    file: 'server/src/platform/outside/http-client-url.ts',
    tests: ['server/src/platform/outside/http-client.test.ts'],
    faults: {
      'url-may-name-this-instance': ['trimDot(mine.hostname) === name', 'false'],
      'url-may-name-private-address': [
        'return isPublicAddress(name) || isAllowedPrivate(name, networks) ? null : refused',
        'return null',
      ],
      'url-may-embed-ipv4': ['& 0xe0) === 0x20', '& 0xe0) >= 0'],
    },
  },
  {
    file: 'server/src/platform/outside/networks.ts',
    tests: ['server/src/platform/outside/networks.test.ts'],
    faults: {
      'network-takes-metadata-services-along': [
        'if (METADATA_SERVICES.has(parsed.toString()) || EXACT_RANGES.includes(range))',
        'if (EXACT_RANGES.includes(range) && range.length === 0)',
      ],
      'mapped-address-passes-as-another': [
        'const parsed = ipaddr.process(address);\n  const range',
        'const parsed = ipaddr.parse(address);\n  const range',
      ],
      'any-private-network-is-allowed': ['&& isInNetworks(address, networks);', ';'],
    },
  },
  {
    file: 'server/src/http/authenticate.ts',
    tests: ['tests/api/accounts.test.ts', 'tests/generated/isolation.test.ts'],
    faults: {
      'other-site-changes-state': ['if (foreign) {', 'if (foreign === null) {'],
      'token-opens-account': ["if (access !== 'caller' && access !== 'open') return null;", ''],
    },
  },
  {
    file: 'server/src/http/caller.ts',
    tests: ['tests/api/oauth-tokens.test.ts'],
    faults: { 'scope-is-not-needed': ['includesScope(caller.scopes, scope)', 'true'] },
  },
  {
    file: 'server/src/http/rate-limit.ts',
    tests: ['tests/api/accounts-attempts.test.ts'],
    faults: {
      'rate-counts-whole-ipv6-address': ['.slice(0, 4)', '.slice(0, 8)'],
      'rate-has-no-limit': ['isReached: hits > limit', 'isReached: false'],
    },
  },
  {
    file: 'server/src/http/rate-limit.ts',
    tests: ['tests/api/api-keys.test.ts'],
    faults: {
      'caller-has-no-limit': ['if (!state.isReached) return;', 'if (state) return;'],
      'calls-of-all-keys-are-counted-together': ['isKey ? caller.key :', "isKey ? 'key' :"],
    },
  },
  {
    file: 'server/src/http/rate-limit.ts',
    tests: ['tests/api/rates.test.ts'],
    faults: {
      'rate-window-never-ends': ['then 0 else', 'then rate_windows.hits else'],
      'rate-window-moves-on': ['else rate_windows.started_at end', 'else excluded.started_at end'],
      'rate-ends-windows-of-others': [':`})', '`})'],
    },
  },
  {
    file: 'server/src/database/named-queries.ts',
    tests: ['tests/api/named-queries.test.ts', 'tests/api/prepared-statements.test.ts'],
    faults: {
      'statement-loses-its-name': ['name === undefined ? {} : { name }', 'name === undefined ? {} : {}'],
      'transaction-begins-without-its-level': ['isolationLevel ?', 'isolationLevel && false ?'],
      'failed-transaction-counts-as-committed': ["if (command === 'ROLLBACK')", 'if (false)'],
      'broken-connection-is-used-again': ['release(this.isBroken)', 'release(false)'],
    },
  },
  {
    file: 'server/src/database/prepared-statements.ts',
    tests: ['tests/api/prepared-statements.test.ts'],
    faults: { 'value-is-lost-from-a-prepared-text': ['!query.parameters.includes(mark)', 'false'] },
  },
  {
    file: 'server/src/http/idempotent-call.ts',
    tests: ['tests/api/idempotency.test.ts'],
    faults: {
      'idempotency-key-of-any-caller': ['caller: call.caller.key', "caller: ''"],
    },
  },
  {
    file: 'server/src/http/idempotency.ts',
    tests: ['tests/api/idempotency.test.ts'],
    faults: {
      'idempotency-claim-of-dead-process-stays': ['is null then', 'is null then false and'],
      'idempotency-claim-of-living-process-goes': [
        'sql<boolean>`not exists (',
        'sql<boolean>`true or exists (',
      ],
      'idempotency-answer-by-former-holder': [".where('holder', '=', claim.holder)", ''],
    },
  },
  {
    file: 'server/src/http/idempotency.ts',
    tests: ['tests/api/interface-transport.test.ts'],
    faults: { 'idempotency-key-for-another-body': ['!row.request_hash.equals(requestHash)', 'false'] },
  },
  {
    file: 'server/src/http/server.ts',
    tests: ['tests/api/sandbox-provider.test.ts'],
    faults: {
      'time-is-moved-where-others-reach-it': [
        '!operation.loopbackOnly || isLoopback(deps.config.baseUrl)',
        '!operation.loopbackOnly || true',
      ],
    },
  },
  {
    file: 'server/src/http/unknown-keys.ts',
    tests: ['server/src/http/unknown-keys.test.ts'],
    faults: {
      'unknown-key-of-a-field-is-dropped': ['filter(({ isRefused }) => isRefused)', 'filter(() => false)'],
      'ignored-key-unescaped-in-a-header': ['encodeURIComponent(each.toWellFormed())', 'each'],
    },
  },
  {
    file: 'server/src/http/host-header.ts',
    tests: ['tests/api/transport.test.ts', 'server/src/http/host-header.test.ts'],
    faults: {
      'two-hosts-are-read': ['hosts > 1', 'hosts > 9'],
      'any-host-is-answered': ['if (hostname === own ||', 'if (hostname !== own ||'],
    },
  },
  {
    file: 'server/src/http/response-headers.ts',
    tests: ['tests/api/transport.test.ts'],
    faults: {
      'page-in-foreign-frame': ['"frame-ancestors \'none\'",\n].join', '].join'],
    },
  },
  {
    file: 'server/src/http/server.ts',
    tests: ['tests/api/traces.test.ts'],
    faults: { 'trace-names-the-path': ["routeOptions.url ?? 'none'", 'request.url'] },
  },
  {
    file: 'server/src/platform/observe/tracing.ts',
    tests: ['tests/api/traces.test.ts'],
    faults: { 'trace-not-sampled-is-recorded': ['& 1) === 1 ? spanId : null', '& 1) >= 0 ? spanId : null'] },
  },
];

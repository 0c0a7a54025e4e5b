import type { FaultyFile } from './mutation.ts';

const unproved = 'tests/api/unproved-accounts.test.ts';
const transport = 'tests/api/transport.test.ts';
const containers = 'tests/faults/containers.test.ts';
const tools = 'tests/cli/tools.test.ts';

/** Settings, proxies, the image and the first start. */
export const startFaults: readonly FaultyFile[] = [
  {
    file: 'tools/runtime.mjs',
    tests: ['tests/faults/server.test.ts'],
    faults: { 'env-file-not-read': ["existsSync('.env') ? ['--env-file=.env'] : []", '[]'] },
  },
  {
    file: 'server/src/config/config.ts',
    tests: ['server/src/config/config.test.ts'],
    faults: {
      'misspelled-setting-is-ignored': ['|| OTHERS.test(name) ||', '|| name ||'],
      'settings-of-other-programs-refused': ['|| OTHERS.test(name) ||', '||'],
      'any-setting-offered-for-any-name': ['nearest.distance <= DISTANCE_MAX', 'nearest.distance >= 0'],
      'farthest-setting-offered': ['a.distance - b.distance', 'b.distance - a.distance'],
    },
  },
  {
    file: 'server/src/http/unnamed-proxies.ts',
    tests: [transport],
    faults: {
      'unnamed-proxy-not-logged': ['deps.log.warn({ proxy: request.ip }, UNNAMED);', ''],
      'unnamed-proxy-logged-each-time': [
        'if (now.getTime() - (before ?? newestAt) < pause) return;\n    recorded.delete(request.ip);',
        'deps.log.warn({ proxy: request.ip }, UNNAMED);\n    recorded.delete(request.ip);',
      ],
      'unnamed-proxy-not-recorded': [
        'await recordProxy(deps.database, request.ip, now).catch(() => recorded.delete(request.ip));',
        'void recordProxy;',
      ],
      'unnamed-proxy-mentioned-once-named': [
        '.filter((address) => !isInNetworks(address, config.trustedProxies))',
        '.filter((address) => isInNetworks(address, config.trustedProxies) !== null)',
      ],
    },
  },
  {
    file: 'operator/src/doctor/machines.ts',
    tests: ['tests/cli/doctor.test.ts'],
    faults: {
      'unnamed-proxy-not-found-by-the-doctor': ['if (addresses.length === 0)', 'if (addresses.length >= 0)'],
    },
  },
  {
    file: 'server/src/accounts/set-up.ts',
    tests: [transport, 'tests/api/accounts.test.ts'],
    faults: {
      'unnamed-proxy-kept-from-the-owner': [
        'user?.instance_owner ? await listUnnamedProxies(deps) : []',
        '[]',
      ],
      'unnamed-proxy-told-to-members': [
        'user?.instance_owner ? await listUnnamedProxies(deps) : []',
        'await listUnnamedProxies(deps)',
      ],
    },
  },
  {
    file: 'server/src/http/authenticate.ts',
    tests: ['tests/api/completion-certificate.test.ts'],
    faults: {
      'unnamed-proxy-not-in-the-evidence': [
        '...(isUnnamedProxy(request) ? { isUnnamedProxy: true } : {}),',
        '',
      ],
    },
  },
  {
    file: 'server/src/evidence/completion-people.ts',
    tests: ['tests/api/completion-certificate.test.ts'],
    faults: {
      'address-of-a-proxy-as-that-of-a-person': [
        'if (act.isUnnamedProxy) return formatMessage(texts.unnamedProxy, { ip: act.ip });',
        '',
      ],
    },
  },
  {
    file: 'Dockerfile',
    tests: [containers],
    faults: {
      'image-without-passwords': ['COPY server/passwords server/passwords\n', ''],
      'image-without-pages': ['COPY --from=build /paraph/web/dist web/dist\n', ''],
      'image-with-sources': [
        'COPY --from=build /paraph/server/dist server/dist\n',
        'COPY --from=build /paraph/server server\n',
      ],
      'image-with-what-development-needs': [
        'RUN npm ci --omit=dev --workspace @paraph/operator',
        'RUN npm ci',
      ],
      'image-healthy-while-it-answers-nothing': [
        ').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))',
        ').finally(() => process.exit(0))',
      ],
    },
  },
  {
    file: 'server/src/config/config.ts',
    tests: [containers],
    faults: { 'host-name-of-compose-refused': ['HOSTNAME|', ''] },
  },
  {
    file: 'compose.yaml',
    tests: [containers],
    faults: {
      'compose-hands-over-three-settings': ['    env_file: [{ path: .env, required: false }]\n', ''],
      'compose-overrules-a-setting': [
        '      PARAPH_HOST: 0.0.0.0\n',
        '      PARAPH_HOST: 0.0.0.0\n      PARAPH_SIGN_UP: closed\n',
      ],
      'compose-believes-any-proxy': [':-172.31.83.2}', ':-0.0.0.0/0}'],
      'compose-container-writes-its-root': ['    read_only: true\n', ''],
      'compose-container-without-limit-of-processes': ['    pids_limit: 512\n', ''],
    },
  },
  {
    file: 'compose.scale.yaml',
    tests: [containers],
    faults: {
      'scale-container-keeps-its-capabilities': ['  cap_drop: [ALL]\n', ''],
      'scale-server-without-the-secret-of-documents': [
        '  secrets: [store, documents, certificate]\n',
        '  secrets: [store, certificate]\n',
      ],
    },
  },
  {
    file: 'docs/operations/several-machines.md',
    tests: [containers],
    faults: { 'guide-names-another-setting': ['`PARAPH_HOSTNAME`, ', '`PARAPH_HOST`, '] },
  },
  {
    file: 'server/src/platform/keys/secret-file.ts',
    tests: ['server/src/platform/keys/secret-file.test.ts', containers],
    faults: {
      'mounted-secret-is-refused': ["['/run/secrets', '/run/credentials']", "['/run/credentials']"],
      'secret-of-read-only-mount-is-refused': ['nearest?.isReadOnly ?? false', 'false'],
      'secret-of-any-mount-is-taken': ['nearest?.isReadOnly ?? false', 'nearest !== undefined'],
      'secret-read-by-others-is-taken': ['if (!isPrivate && ', 'if (isPrivate && '],
    },
  },
  {
    file: 'tools/sbom.mjs',
    tests: [tools],
    faults: {
      'bill-of-materials-with-tools': [' && !entry.dev)', ')'],
      'bill-of-materials-without-hashes': ["Buffer.from(digest, 'base64').toString('hex')", 'digest'],
    },
  },
  {
    file: 'tools/pack.mjs',
    tests: [containers],
    faults: {
      'packages-without-bill-of-materials': ['await writeFile(join(outDir, sbomFile), ', 'void (sbomFile, '],
    },
  },
  {
    file: 'tools/build.mjs',
    tests: [tools],
    faults: {
      'first-start-waits-for-its-pages': [
        "if (existsSync(join(projectDir, 'web', 'dist'))) return buildIfStale();",
        'if (projectDir) return buildIfStale();',
      ],
    },
  },
  {
    file: 'server/src/http/web-pages.ts',
    tests: [containers],
    faults: { 'pages-that-are-not-built-are-an-error': ['if (isBuilt(name)) return', 'if (name) return'] },
  },
  {
    file: 'server/src/http/web-pages.ts',
    tests: [transport],
    faults: { 'page-of-the-app-for-a-program': ['|\\.well-known|', '|'] },
  },
  {
    file: '.npmrc',
    tests: [tools],
    faults: { 'installing-warns-of-engines': ['loglevel=error\n', ''] },
  },
  {
    file: 'server/src/mail/compose-mail.ts',
    tests: [unproved],
    faults: {
      'mail-without-address-for-abuse': [
        '...content.footer, ...abuse]',
        '...content.footer, ...abuse.slice(1)]',
      ],
    },
  },
];

import type { FaultyFile } from './mutation.ts';

const proxies = ['tests/docs/proxies.test.ts'];
const deploying = ['tests/docs/deploying.test.ts'];
const clusters = ['tests/docs/clusters.test.ts'];

/** What pages print for the programs of others. */
export const printedPageFaults: readonly FaultyFile[] = [
  {
    file: 'docs/operations/deploying.md',
    tests: proxies,
    faults: {
      'page-lets-callers-say-who-they-are': [
        'proxy_set_header X-Forwarded-For $remote_addr;',
        'proxy_set_header X-Forwarded-For $http_x_forwarded_for;',
      ],
      'page-has-nginx-refuse-documents': ['client_max_body_size 110m;', 'client_max_body_size 100m;'],
      'page-has-nginx-repeat-what-may-have-happened': [
        'proxy_next_upstream error timeout;',
        'proxy_next_upstream error timeout non_idempotent;',
      ],
      'page-has-caddy-give-up': ['\t\tlb_try_duration 5s\n', ''],
    },
  },
  {
    file: 'docs/operations/deploying.md',
    tests: deploying,
    faults: {
      'page-has-a-unit-ended-too-early': ['TimeoutStopSec=35', 'TimeoutStopSec=30'],
      'page-has-a-unit-that-systemd-does-not-know': ['RestrictSUIDSGID=yes', 'RestrictSetuid=yes'],
    },
  },
  {
    file: 'docs/operations/deploying.md',
    tests: clusters,
    faults: { 'page-makes-another-secret': ['--from-literal=documents=', '--from-literal=document='] },
  },
  {
    file: 'docs/operations/kubernetes.yaml',
    tests: clusters,
    faults: {
      'pods-are-asked-at-a-path-that-is-not-there': [
        'readinessProbe: { httpGet: { path: /readyz,',
        'readinessProbe: { httpGet: { path: /ready,',
      ],
      'ingress-leads-to-another-port': ['port: { name: http } } } }', 'port: { name: web } } } }'],
    },
  },
  {
    file: 'docs/operations/link-hosts.md',
    tests: proxies,
    faults: {
      'page-has-certificates-made-for-any-name': [
        'ask http://127.0.0.1:3000/.well-known/paraph-host',
        'ask http://127.0.0.1:3000/livez',
      ],
      'page-has-nginx-hide-the-host': ['proxy_set_header Host $host;', ''],
    },
  },
  {
    file: 'docs/operations/moving-an-organization.md',
    tests: ['tests/api/organization-departure.test.ts'],
    faults: {
      'page-has-caddy-send-the-common-host-to-a-cell': ['\t\theader_up Host {upstream_hostport}\n', ''],
      'page-has-nginx-send-the-common-host-to-a-cell': [
        'proxy_ssl_server_name on;',
        'proxy_ssl_server_name on; proxy_set_header Host $host;',
      ],
    },
  },
  {
    file: 'docs/operations/poolers.md',
    tests: ['tests/docs/poolers.test.ts'],
    faults: {
      'page-has-pgbouncer-refuse-limits': [
        'ignore_startup_parameters = statement_timeout, ',
        'ignore_startup_parameters = ',
      ],
      'page-forgets-the-limit-of-statements': ["statement_timeout = '30s';", "lock_timeout = '30s';"],
    },
  },
  {
    file: 'docs/operations/alerts.yaml',
    tests: deploying,
    faults: {
      'alert-of-errors-never-fires': ['> 0.02 * sum(rate', '> 2 * sum(rate'],
      'objective-counts-what-failed-as-kept': [
        'route="/api/v1/signing/:link/finish",status!~"5..",le="2.5"',
        'route="/api/v1/signing/:link/finish",le="+Inf"',
      ],
    },
  },
  {
    file: 'docs/keys-on-a-token.md',
    tests: ['tests/api/token-keys.test.ts'],
    faults: { 'page-makes-a-key-of-another-name': ['--label "Time 2026" --id 02', '--label "Time" --id 02'] },
  },
];

import { expect, test } from 'vitest';
import { resolveImport } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

const MODULE = 'web/src/signing/own-key/';

// At the level advanced the page of the signer holds the key (web/src/signing/README.md).

test('the module with the signer’s key depends on nothing else, and reaches neither network nor storage', () => {
  const files = filesIn('web').filter(({ path }) => path.startsWith(MODULE));
  expect(files.length).toBeGreaterThan(3);
  const bad = findProblems(files, function* ({ path, imports, text }) {
    for (const specifier of imports) {
      if (!resolveImport(path, specifier)?.startsWith(MODULE)) yield `imports ${specifier}`;
    }
    const reached =
      /\b(fetch|XMLHttpRequest|WebSocket|sendBeacon|localStorage|indexedDB|document\.|window\.)/.exec(text);
    // A variable of the module may be named document.
    if (reached && !/^document\.$/.test(reached[0])) yield `uses ${reached[0]}`;
  });
  expect(bad).toEqual([]);
});

test('a key of that module cannot be exported, and no other file makes one', () => {
  const making = filesIn('web').filter(({ text }) => /\bsubtle\.(generateKey|importKey)\b/.test(text));
  expect(making.map(({ path }) => path)).toEqual([`${MODULE}own-key.ts`]);
  expect(making[0]?.text).toContain("subtle.generateKey(ALGORITHM, false, ['sign'])");
});

/** Each place around the pages that can make a private key, and what its keys are for. */
const MAKING: Readonly<Record<string, string>> = {
  'sandbox/src/authority.ts': 'the sandbox provider’s authority, on loopback instances',
  'sandbox/src/credentials.ts': 'people of the sandbox provider, on loopback instances',
  'server/src/authority/open-certified-key.ts': 'the authority’s own keys',
  'server/src/authority/issue-certificate.ts': 'signatures at the level simple, and seals of organizations',
  'server/src/transparency-log/log-key.ts': 'checkpoints of the log',
  'server/src/identity-providers/saml-provider.ts': 'requests to SAML providers',
  'operator/src/backup/destination.ts': 'manifests of backups',
  'intake/src/reading/rehearse-file.ts': 'signatures in memory, of a trial that nobody sees',
};

test('the server makes keys of signers at the level simple alone', () => {
  const KEYS = /\b(generate(Key(Pair)?|Prime)(Sync)?|createECDH|createDiffieHellman(Group)?|subtle)\b/;
  const makers = ['domain', 'contract', 'pades', 'storage', 'intake', 'operator', 'sandbox', 'server']
    .flatMap(filesIn)
    .filter(
      ({ path, text }) => KEYS.test(text) && !/^(pades|storage|intake)\/(src\/testing|examples)\//.test(path),
    );
  expect(makers.map(({ path }) => path).sort()).toEqual(Object.keys(MAKING).sort());
  const callers = (name: string) =>
    filesIn('server')
      .filter(({ text }) => new RegExp(`\\b${name}\\(`).test(text))
      .map(({ path }) => path);
  expect(callers('issueCertificates')).toEqual([
    'server/src/authority/issue-certificate.ts',
    'server/src/sealing/write-seal.ts',
    'server/src/signing/finish/signature-source.ts',
  ]);
  // The choice by level, in the file of what it chooses: one call, and the function itself.
  expect(callers('serviceSource')).toEqual(['server/src/signing/finish/signature-source.ts']);
  const sources = filesIn('server').find(({ path }) => path.endsWith('/signature-source.ts'))?.text ?? '';
  expect(sources.match(/\bserviceSource\(/g)).toHaveLength(2);
  const [, choice = ''] = /function sourceForLevel\((.*?)\n}\n/s.exec(sources) ?? [];
  const [before = '', after = ''] = choice.split("if (facts.workflow.type === 'simple') {");
  expect(before.includes('serviceSource(')).toBe(false);
  expect(after.slice(0, after.indexOf('\n  }'))).toContain('return serviceSource(');
  expect(after.slice(after.indexOf('\n  }')).includes('serviceSource(')).toBe(false);
});

import { expect, test } from 'vitest';
import { put, revise, victim } from '../testing/hostile-base.ts';
import { anchors, levelFixture, raise, sign } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { etsiReport } from './etsi-report.ts';
import { validate } from './validate.ts';

const at = new Date('2026-11-22T10:00:00Z');
const reportOf = (file: Uint8Array): string => etsiReport(validate(file, { anchors }), { at }) ?? '';

/** Paths of all elements; throws where a tag does not close the element that is open. */
function pathsOf(xml: string): string[] {
  const open: string[] = [];
  const paths: string[] = [];
  for (const [, slash, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/?)([A-Za-z:]+[0-9]*)((?: [\w:]+="[^"<]*")*)(\/?)>/g,
  )) {
    if (slash === '/') {
      expect(open.pop()).toBe(name);
      continue;
    }
    paths.push([...open, name].join('/') + attributes.replace(/="[^"]*"/g, ''));
    if (empty === '') open.push(name);
  }
  expect(open).toEqual([]);
  return paths;
}

test('a report names each signature, its indication, its path, and what was not checked', async () => {
  const on = levelFixture();
  await sign(on, 'One', { timestamped: true });
  await raise(on, 'B-LTA');
  const xml = reportOf(on.file());
  const paths = pathsOf(xml);
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<ValidationReport xmlns="http:\/\/uri.etsi.org\/19102\/v1.4.1#"/,
  );
  const children = paths
    .map((path) => /^ValidationReport\/SignatureValidationReport\/(\w+)[^/]*$/.exec(path)?.[1])
    .filter(Boolean);
  expect(children).toEqual([
    'SignatureIdentifier',
    'ValidationConstraintsEvaluationReport',
    'ValidationTimeInfo',
    'SignatureAttributes',
    'SignerInformation',
    'SignatureValidationProcess',
    'SignatureValidationStatus',
  ]);
  expect(xml).toContain('<MainIndication>urn:etsi:019102:mainindication:total-passed</MainIndication>');
  expect(xml).not.toContain('<SubIndication>');
  expect(xml).toContain('<POETime>2026-11-21T14:05:00Z</POETime>');
  expect(xml.match(/constraintStatus:disabled/g)).toHaveLength(4);
  const referred = [...xml.matchAll(/VOReference="([^"]+)"/g)].map(([, id]) => id);
  const ids = [...xml.matchAll(/<ValidationObject id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(referred)).toEqual(new Set(ids));
});

test('a report of a changed file says so, and names in it write no elements', async () => {
  const file = revise(await victim(), put(4, '<< /Length 0 >>\nstream\n\nendstream'));
  const report = validate(file, { anchors });
  const [signature] = report.signatures;
  if (!signature) throw new Error('There is no signature.');
  const named = { ...report, signatures: [{ ...signature, signerName: 'A</Signer>&"\u202e\u0000' }] };
  const xml = etsiReport(named, { at }) ?? '';
  pathsOf(xml);
  expect(xml).toContain('<Signer>A&lt;/Signer&gt;&amp;&quot;\ufffd\ufffd</Signer>');
  expect(xml).toContain('urn:etsi:019102:mainindication:indeterminate</MainIndication><SubIndication>');
  expect(xml).toContain('urn:etsi:019102:subindication:SIG_CONSTRAINTS_FAILURE');
  expect(xml).toContain('<Value>What page');
});

test('there is no report without a signature', () => {
  expect(etsiReport(validate(samplePdf(), { anchors }), { at })).toBeNull();
});

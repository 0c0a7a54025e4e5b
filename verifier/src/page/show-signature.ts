import { fileToneOf, isAddedTo, type Row, rowsOf } from '../../../web/src/verify/verify-state.ts';
import type { Report, Signature } from '../instance.ts';
import { dayIn, momentIn, type Say } from '../words/say.ts';
import { answer, foreign, h, type Tone } from './dom.ts';
import { type Signers, showLaterChanges } from './show-changes.ts';

interface Numbered {
  readonly signature: Signature;
  readonly order: number;
  readonly count: number;
  readonly signers: Signers;
}

/** One signature: who, when, intact, what came after, identity, certificates. */
export function showSignature(say: Say, { signature, order, count, signers }: Numbered): HTMLElement {
  const { signer, reason, integrity, sinceSigning, coverage } = signature;
  const tones = new Map(rowsOf(signature).map(({ name, tone }) => [name, tone]));
  const toneOf = (name: Row['name']): Tone => tones.get(name) ?? 'draft';
  return h(
    'li',
    {},
    h('p', { class: 'muted' }, say('signatureOf', { order, count })),
    h('h4', {}, signer.name === null ? say('unnamed') : foreign(signer.name)),
    h(
      'p',
      { class: 'muted' },
      [signer.organization, ...signer.emails].flatMap((text) => (text === null ? [] : [foreign(text), ' '])),
    ),
    answer(toneOf('time'), ...timesOf(say, signature)),
    answer(
      toneOf('intact'),
      say(`integrity_${integrity.state}`),
      say(`coverage_${coverage}`),
      ...inEnglish(integrity.reasons),
    ),
    answer(toneOf('after'), say(isAddedTo(signature) ? 'since_added' : `since_${sinceSigning}`)),
    answer(toneOf('identity'), ...identityOf(say, signature)),
    signature.log && answer(toneOf('log'), ...logOf(say, signature.log)),
    reason === null ? null : h('p', {}, say('reason', { reason: `\u2068${reason}\u2069` })),
    showLaterChanges(say, signature, signers),
    showCertificates(say, signature),
  );
}

function timesOf(say: Say, { claimedTime, provenTime, timestamp, timestampProblem }: Signature) {
  return [
    ...(claimedTime === null ? [] : [say('claimed', { time: momentIn(say, claimedTime) })]),
    ...(provenTime === null ? [] : [say('proven', { time: momentIn(say, provenTime) })]),
    ...(claimedTime === null && provenTime === null ? [say('timeless')] : []),
    ...inEnglish([...(timestamp?.reasons ?? []), ...(timestampProblem === null ? [] : [timestampProblem])]),
  ];
}

function identityOf(say: Say, signature: Signature) {
  const { certificate, reached, level, indication, log } = signature;
  const standard = indication.sub === null ? indication.main : `${indication.main} / ${indication.sub}`;
  return [
    ...(fileToneOf(signature) === 'done' ? [] : [say('namesSignedOnly')]),
    say(log?.state === 'not-logged' ? 'who_not-logged' : `by_${certificate.trustedBy ?? 'nobody'}`),
    say(`revocation_${certificate.revocation}`),
    ...inEnglish([
      ...(reached ? [reached.sentence] : []),
      ...certificate.reasons.filter((reason) => reason !== log?.sentence),
      `${level === null ? '' : `PAdES ${level} · `}EN 319 102-1: ${standard}`,
    ]),
  ];
}

function logOf(say: Say, { state, seenBy, reasons }: NonNullable<Signature['log']>) {
  const time = momentIn(say, Math.max(...seenBy.map(({ seenAt }) => seenAt), 0));
  const names = seenBy.map(({ name }) => `\u2068${name}\u2069`).join(', ');
  const seen = ['seen_none', 'seen_one'][seenBy.length] ?? 'seen_more';
  return [
    say(`${state === 'not-logged' || state === 'unwitnessed' ? 'verdict' : 'log_is'}_${state}`),
    ...(state === 'logged' ? [say(seen, { count: seenBy.length, time, names })] : []),
    ...inEnglish(reasons),
  ];
}

/** Sentences of the validator, which are the same in every language. */
function inEnglish(sentences: readonly string[]): HTMLElement[] {
  return sentences.map((each) => h('p', { class: 'muted', lang: 'en', dir: 'ltr' }, each));
}

function showCertificates(say: Say, { certificate: { chain } }: Signature): HTMLElement | null {
  if (chain.length === 0) return null;
  return h(
    'details',
    {},
    h('summary', {}, say('certificates')),
    h(
      'ol',
      { class: 'revisions' },
      chain.map(({ name, organization, issuer, serial, validFrom, validUntil }) =>
        h(
          'li',
          {},
          h(
            'p',
            {},
            foreign([name ?? say('unnamed'), organization].filter((text) => text !== null).join(', ')),
          ),
          h(
            'p',
            { class: 'muted' },
            issuer === null ? null : [say('issuedBy', { issuer: `\u2068${issuer}\u2069` }), ' · '],
            say('validity', { from: dayIn(say, validFrom), until: dayIn(say, validUntil) }),
          ),
          h('p', { class: 'mono' }, serial),
        ),
      ),
    ),
  );
}

export function showTimestamp(say: Say, timestamp: Report['timestamps'][number]): HTMLElement {
  const { authority, time, trusted, coverage, reasons } = timestamp;
  return h(
    'li',
    {},
    h('h4', {}, say('timestamped', { authority: `\u2068${authority ?? say('unnamed')}\u2069` })),
    time === null ? null : h('p', { class: 'muted' }, momentIn(say, time)),
    answer(
      trusted ? 'done' : 'waiting',
      say(trusted ? 'timestampOk' : 'timestampUnknown'),
      say(`coverage_${coverage}`),
      ...inEnglish(reasons),
    ),
  );
}

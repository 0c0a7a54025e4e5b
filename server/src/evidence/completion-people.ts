import { isTimeZone } from '../platform/clock.ts';
import { SANDBOX_NAME } from '../sandbox-provider/sandbox-authority.ts';
import type { EvidenceView } from './compose-document.ts';
import type { CompletionTexts } from './texts/en.ts';
import { fill } from './texts/sentence-texts.ts';

type Record = EvidenceView['record'];
type Signer = Record['signers'][number];

/** "21 Nov 2026, 14:05:06 UTC", and where the person was, if a zone is given. */
export function momentText(time: string, { locale }: CompletionTexts, zone?: string | null): string {
  const utc = `${formatted(time, locale, 'UTC')} UTC`;
  return zone ? `${utc} (${formatted(time, locale, zone)} ${zone})` : utc;
}

function formatted(time: string, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(time));
}

/** The time zone of each person by address, as the browser reported it; unknown names are left out. */
export function zonesOf({ signers }: Record): ReadonlyMap<string, string> {
  return new Map(
    signers.flatMap(({ email, act, consent }) => {
      const zone = act?.timeZone ?? consent?.timeZone ?? null;
      return zone !== null && isTimeZone(zone) ? [[email.toLowerCase(), zone] as const] : [];
    }),
  );
}

/** What the record says of one person, line by line; times also in their zone, if it is known. */
export function personRows(
  record: Record,
  signer: Signer,
  { texts, zone }: { texts: CompletionTexts; zone: string | null },
): [string, string][] {
  const { person } = texts;
  const { type, stepOrder, email, act, consent, certificates, reached } = signer;
  const acted =
    act &&
    fill(texts.result[act.result as 'signed'] ?? '{time}', { time: momentText(act.time, texts, zone) });
  const codes = codesOf(record, signer);
  const serials = certificates.map(({ serial }) => serial);
  return [
    [person.email, email],
    [person.part, fill(texts.part[type === 'review' ? 'review' : 'sign'], { step: stepOrder })],
    [person.result, acted ?? texts.noResult],
    ...(reached
      ? [row(person.level, texts.level[reached.level]), row(person.rests, sayReached(reached, texts))]
      : []),
    [person.identified, identifiedBy(signer, texts, zone)],
    [person.address, addressOf(act, texts)],
    ...(consent ? [row(person.agreed, `${momentText(consent.time, texts, zone)} (${consent.version})`)] : []),
    ...(codes.length > 0 ? [row(person.code, codes.join(', '))] : []),
    ...(serials.length > 0 ? [row(person.certificate, serials.join(', '))] : []),
  ];
}

/** What a signature rests on; the sandbox is said wherever its signatures are. */
function sayReached(
  { level, identification, keyHolder, sentence }: NonNullable<Signer['reached']>,
  { reached: words }: CompletionTexts,
): string {
  if (words === null) return sentence;
  const said = fill(words.sentence, {
    level: words.level[level],
    identified: words.identified[identification],
    holder: words.holder[keyHolder],
    weakest: words.weakest[identification],
  });
  return sentence.endsWith(`${SANDBOX_NAME}.`) ? `${said} ${SANDBOX_NAME}.` : said;
}

function row(label: string, value: string): [string, string] {
  return [label, value];
}

function identifiedBy({ authentication }: Signer, texts: CompletionTexts, zone: string | null): string {
  if (authentication.length === 0) return texts.notIdentified;
  return authentication
    .map(({ method, time }) =>
      fill(method === 'mailbox' ? texts.mailbox : texts.otherMethod, {
        method: texts.methods[method] ?? method,
        time: momentText(time, texts, zone),
      }),
    )
    .join('; ');
}

function addressOf(act: Signer['act'], texts: CompletionTexts): string {
  if (!act?.ip) return texts.noAddress;
  if (act.isUnnamedProxy) return fill(texts.unnamedProxy, { ip: act.ip });
  return act.isProxied ? fill(texts.throughProxy, { ip: act.ip }) : act.ip;
}

function codesOf({ documents }: Record, { actionId }: Signer): string[] {
  return documents.flatMap(({ sealed }) =>
    (sealed?.signatures ?? []).filter((each) => each.actionId === actionId).map(({ code }) => code),
  );
}

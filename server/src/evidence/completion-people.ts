import { formatMessage, SANDBOX_NAME } from '@paraph/domain';
import { isTimeZone } from '../platform/clock.ts';
import type { EvidenceView } from './compose-document.ts';
import type { CompletionTexts } from './texts/texts-in.ts';

type Record = EvidenceView['record'];
type Signer = Record['signers'][number];

/** "21 Nov 2026, 14:05:06 UTC" */
export function momentText(time: string, { locale }: CompletionTexts): string {
  const text = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(time));
  return `${text} UTC`;
}

/** "2026-11-21" */
export function dayText(time: string): string {
  return time.slice(0, 10);
}

/** "14:05:06" */
export function clockText(time: string): string {
  return time.slice(11, 19);
}

/** What the record says of one person, line by line; of what is not recorded, nothing. */
export function personRows(
  record: Record,
  signer: Signer,
  { texts, isForSender }: { texts: CompletionTexts; isForSender: boolean },
): [string, string][] {
  const { person } = texts;
  const { type, stepOrder, email, act, consent, certificates, reached } = signer;
  const acted =
    act &&
    formatMessage(texts.result[act.result as 'signed'] ?? '{time}', { time: momentText(act.time, texts) });
  const agreed = consent && `${momentText(consent.time, texts)} (${consent.version})`;
  const rows: [string, string | null][] = [
    [person.email, email],
    [person.part, formatMessage(texts.part[type === 'review' ? 'review' : 'sign'], { step: stepOrder })],
    [person.choice, choiceText(record, signer, texts)],
    ...witnessRows(signer, { texts, isForSender }),
    [person.result, acted ?? (signer.status === 'released' ? texts.notNeeded : texts.noResult)],
    [person.reason, act?.reason ?? null],
    [person.level, reached && levelText(reached, texts)],
    [person.rests, reached && sayReached(reached, texts)],
    [person.identified, isForSender ? identifiedBy(signer, texts) : null],
    [person.address, addressOf(act, texts)],
    [person.zone, zoneOf(signer)],
    [person.agreed, agreed],
    [person.code, codesOf(record, signer).join(', ')],
    [person.certificate, certificates.map(({ serial }) => serial).join(', ')],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []));
}

/** Whose witness they are, and what they stated; the rest is how they behaved. */
function witnessRows(
  { witness }: Signer,
  { texts, isForSender }: { texts: CompletionTexts; isForSender: boolean },
): [string, string | null][] {
  const { person } = texts;
  if (witness === null) return [];
  const { ofName: name, address, relation, sameDevice } = witness;
  const device = sameDevice === null ? null : texts.witness[sameDevice ? 'sameDevice' : 'otherDevice'];
  return [
    [person.witness, formatMessage(texts.witness.of, { name })],
    [person.postal, address],
    [person.relation, relation],
    [person.device, isForSender ? device : null],
  ];
}

/** “1 of 2 are enough: Anna, Bea” */
function choiceText({ signers }: Record, { choice }: Signer, texts: CompletionTexts): string | null {
  if (choice === null) return null;
  const { required, recipientIds } = choice;
  const nameOf = (id: number) => signers.find(({ recipientId }) => recipientId === id)?.name ?? '';
  const names = recipientIds.map(nameOf).join(', ');
  return formatMessage(texts.choice, { required, count: recipientIds.length, names });
}

/** Of each follower, when they got which copy. */
export function followerRows({ followers }: Record, texts: CompletionTexts): [string, string][] {
  return followers.map(({ name, email, mails }) => {
    const sentAt = (kind: string) =>
      mails
        .filter((mail) => mail.kind === kind && mail.result === 'sent')
        .map(({ time }) => momentText(time, texts))
        .join(', ') || texts.followers.none;
    const copies = { start: sentAt('followed_start'), end: sentAt('followed_end') };
    return [name, `${email}. ${formatMessage(texts.followers.copies, copies)}`];
  });
}

/** As the browser named it; unknown names are left out. */
function zoneOf({ act, consent }: Signer): string | null {
  const zone = act?.timeZone ?? consent?.timeZone ?? null;
  return zone !== null && isTimeZone(zone) ? zone : null;
}

/** What a signature rests on; the sandbox is said wherever its signatures are. */
export function sayReached(
  { level, identification, keyHolder, sentence }: NonNullable<Signer['reached']>,
  { reached: words }: CompletionTexts,
): string {
  if (!words) return sentence;
  const said = formatMessage(words.sentence, {
    level: words.level[level],
    identified: words.identified[identification],
    holder: words.holder[keyHolder],
    weakest: words.weakest[identification],
  });
  return isOfSandbox({ sentence }) ? `${said} ${SANDBOX_NAME}.` : said;
}

function levelText({ level, sentence }: NonNullable<Signer['reached']>, texts: CompletionTexts): string {
  return isOfSandbox({ sentence }) ? `${texts.level[level]} (${SANDBOX_NAME})` : texts.level[level];
}

function isOfSandbox({ sentence }: Pick<NonNullable<Signer['reached']>, 'sentence'>): boolean {
  return sentence.endsWith(`${SANDBOX_NAME}.`);
}

/** What has to be said in the headings: null where no provider that has no legal effect has signed. */
export function noticeOf(signers: readonly Pick<Signer, 'reached'>[]): string | null {
  return signers.some(({ reached }) => reached !== null && isOfSandbox(reached)) ? SANDBOX_NAME : null;
}

export function identifiedBy({ act, authentication }: Signer, texts: CompletionTexts): string | null {
  if (authentication.length === 0) return act && texts.notIdentified;
  return authentication
    .map(({ method, time, reference, said }) =>
      formatMessage(method === 'mailbox' ? texts.mailbox : (texts.hosted[method] ?? texts.otherMethod), {
        host: reference ?? '',
        method: texts.methods[method] ?? method,
        time: momentText(time, texts),
        ...(said ? sayEmbedded({ authentication, said }, texts) : {}),
      }),
    )
    .join('; ');
}

/** The word of an app, and beside it what this service has checked itself. */
function sayEmbedded(
  { authentication, said: { origin, method: said, at } }: Pick<Signer, 'authentication'> & { said: Said },
  texts: CompletionTexts,
) {
  const checks = authentication.flatMap(({ method }) => texts.methods[method] ?? []);
  return { origin, said, at: momentText(at, texts), check: checks.join(', ') || texts.noCheck };
}

type Said = NonNullable<Signer['authentication'][number]['said']>;

function addressOf(act: Signer['act'], texts: CompletionTexts): string | null {
  if (!act?.ip) return null;
  if (act.isUnnamedProxy) return formatMessage(texts.unnamedProxy, { ip: act.ip });
  return act.isProxied ? formatMessage(texts.throughProxy, { ip: act.ip }) : act.ip;
}

function codesOf({ documents }: Record, { actionId }: Signer): string[] {
  return documents.flatMap(({ sealed }) =>
    (sealed?.signatures ?? []).filter((each) => each.actionId === actionId).map(({ code }) => code),
  );
}

import { channelsOf, formatMessage, type SigningLanguage } from '@paraph/domain';
import {
  type AttachedData,
  type Colour,
  DocumentFlow,
  type DrawOperation,
  type Pixels,
  writeTaggedDocument,
} from '@paraph/pades';
import { encode } from 'uqr';
import { openFonts, openOwnFonts } from '../platform/fonts.ts';
import { readAgentAct } from './agent-act.ts';
import { followerRows, momentText, noticeOf, personRows } from './completion-people.ts';
import type { EvidenceView } from './compose-document.ts';
import { listNotProven } from './evidence-points.ts';
import { historyRows } from './history-rows.ts';
import { recordForRecipients } from './recipients-record.ts';
import { textOf } from './recorded-act.ts';
import { type CompletionTexts, completionTextsIn } from './texts/texts-in.ts';

type Record = EvidenceView['record'];

const INK: Colour = [0x14, 0x21, 0x3d];
const MUTED: Colour = [0x5c, 0x62, 0x70];
const LINE: Colour = [0xe4, 0xe1, 0xd9];
const ACCENT: Colour = [0x1d, 0x4e, 0xd8];
/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 56;
export const QR_SIDE = 84;
const ATTACHMENT_NAME = 'evidence.json';

interface Edition {
  texts: CompletionTexts;
  /** Recipients get neither what is personal of others nor the record. */
  isForSender: boolean;
}

interface CompletionPaper extends Pick<Edition, 'isForSender'> {
  evidence: EvidenceView;
  language: SigningLanguage;
  fontPaths: readonly string[] | null;
  /** Of the organization that asked; null where it shows nothing of its own. */
  brand: PaperBrand | null;
}

/** How an organization shows itself on paper. */
export interface PaperBrand {
  accent: string | null;
  logo: Pixels | null;
}

/** Of completion, or of how it ended otherwise. */
export function titleOf({ workflow }: Pick<Record, 'workflow'>, texts: CompletionTexts): string {
  return workflow.status === 'signed' ? texts.title : texts.endedTitle;
}

/**
 * Draws the certificate of completion from the record, which that of the sender carries as an attachment: both are one
 * composition.
 *
 * @returns a file of PDF/A-3a and PDF/UA-1
 */
export function drawCompletion(paper: CompletionPaper): Uint8Array {
  const { evidence, language, isForSender, fontPaths, brand } = paper;
  const record = isForSender ? evidence.record : recordForRecipients(evidence.record);
  const texts = completionTextsIn(language);
  const edition = { texts, isForSender };
  const flow = openFlow(language, fontPaths);
  drawLogo(flow, brand, record.organization.name);
  drawHead(flow, record, texts);
  drawDocuments(flow, record, texts);
  drawAnnexes(flow, record, texts);
  drawPeople(flow, record, edition);
  drawFollowers(flow, record, texts);
  drawHistory(flow, record, edition);
  heading(flow, texts.notProven);
  flow.list(listNotProven(record, record.points, texts));
  heading(flow, texts.verify);
  const url = verifyUrl(record);
  const steps = [...texts.verifySteps, isForSender ? texts.attachedRecord : texts.sendersCopy];
  flow.list(steps.map((step) => formatMessage(step, { url, attachment: ATTACHMENT_NAME })));
  const { pages, elements } = flow.finish((page, count) =>
    decoration(record.workflow.envelopeId, formatMessage(texts.page, { page, count }), brand?.accent),
  );
  return writeTaggedDocument({
    title: `${titleOf(record, texts)}: ${record.workflow.name}`,
    author: record.organization.name,
    language,
    created: new Date(record.recordTime),
    producer: record.software,
    pages,
    elements,
    attachment: isForSender ? attachmentOf(evidence, texts) : null,
  });
}

/** An empty certificate. */
export function openFlow(language: SigningLanguage, fontPaths: readonly string[] | null): DocumentFlow {
  return new DocumentFlow({
    ...PAGE,
    margin: MARGIN,
    fonts: { regular: openFonts({ fontPaths }), bold: openOwnFonts('bold') },
    colours: { ink: INK, muted: MUTED, line: LINE },
    isRightToLeft: language === 'ar',
  });
}

function attachmentOf(evidence: EvidenceView, texts: CompletionTexts): AttachedData {
  return {
    name: ATTACHMENT_NAME,
    description: texts.record,
    type: 'application/json',
    data: Buffer.from(JSON.stringify(evidence)),
  };
}

export function verifyUrl({ instance }: Pick<Record, 'instance'>): string {
  return `${instance.replace(/\/$/, '')}/verify`;
}

export function heading(flow: DocumentFlow, text: string): void {
  flow.keepTogether(64);
  flow.text('H2', text, { size: 13, isBold: true, before: 20 });
  flow.space(4);
}

const LOGO = { width: 180, height: 40 };

/** At most so large, in its own shape; read aloud as the organization it stands for. */
export function drawLogo(flow: DocumentFlow, brand: PaperBrand | null, name: string): void {
  const pixels = brand?.logo;
  if (!pixels) return;
  const scale = Math.min(LOGO.width / pixels.width, LOGO.height / pixels.height);
  const size = { width: pixels.width * scale, height: pixels.height * scale };
  flow.picture(name, { ...size, draw: (x, y) => [{ kind: 'image', x, y, ...size, pixels }] });
  flow.space(14);
}

function drawHead(flow: DocumentFlow, record: Record, texts: CompletionTexts): void {
  const { workflow, organization, sender } = record;
  const top = flow.top;
  const url = verifyUrl(record);
  flow.text('H1', titleOf(record, texts), { size: 22, isBold: true, keepFree: QR_SIDE + 16 });
  const notice = noticeOf(record.signers);
  if (notice !== null) flow.text('P', notice, { size: 13, isBold: true, before: 2, keepFree: QR_SIDE + 16 });
  flow.text('P', workflow.name, { size: 13, before: 2, keepFree: QR_SIDE + 16 });
  flow.text('P', sayEnd(record, texts), { size: 9.5, isMuted: true, before: 6, keepFree: QR_SIDE + 16 });
  drawAddress(flow, top, formatMessage(texts.qr, { url }), url);
  const { authentication } = sender;
  flow.facts([
    [texts.facts.organization, organization.name],
    [texts.facts.sender, [sender.name, sender.email].filter((text) => text !== null).join(', ')],
    ...(authentication ? [[texts.facts.known, texts.senderKnown[authentication]] as const] : []),
    ...agentRow(record, texts),
    [texts.facts.envelope, workflow.envelopeId],
    [texts.facts.sent, timeOf(workflow.startDate, texts)],
    ...reasonRow(record, texts),
    [texts.facts.service, `${record.instance} (${record.software})`],
  ]);
}

/** The agent that prepared it, and who confirmed that it was sent, or allowed agents to send it by themselves. */
function agentRow({ events }: Record, texts: CompletionTexts): (readonly [string, string])[] {
  const actorAt = (name: string) => events.find((event) => event.name === name)?.actor;
  const [made, started] = [
    readAgentAct(actorAt('workflow.created')),
    readAgentAct(actorAt('workflow.started')),
  ];
  if (started?.allowance) {
    const said = { agent: started.agent, user: started.name, ...started.allowance };
    return [[texts.facts.agent, formatMessage(texts.agent.allowed, said)]];
  }
  const asked = started?.forUser === undefined ? null : started;
  if (asked !== null) {
    const said = { agent: asked.agent, user: asked.forUser ?? '', person: asked.name };
    return [[texts.facts.agent, formatMessage(texts.agent.confirmed, said)]];
  }
  if (made === null) return [];
  const said = { agent: made.agent, user: made.name };
  return [[texts.facts.agent, formatMessage(texts.agent.prepared, said)]];
}

/** Why the sender stopped it, as they said. */
function reasonRow({ events }: Record, texts: CompletionTexts): [string, string][] {
  const canceled = events.find(({ name }) => name === 'workflow.canceled');
  const reason = textOf(canceled?.detail.reason);
  return reason === null ? [] : [[texts.person.reason, reason]];
}

/** As a QR code beside what stands above. */
export function drawAddress(flow: DocumentFlow, ...[top, alternative, url]: [number, string, string]): void {
  const draw = (left: number, bottom: number) => drawQr(url, left, bottom);
  flow.figure(alternative, top, { width: QR_SIDE, height: QR_SIDE, draw });
  flow.space(Math.max(14, top + QR_SIDE + 14 - flow.top));
}

/** How it ended, and when. */
function sayEnd({ workflow, signers }: Record, texts: CompletionTexts): string {
  const { status } = workflow;
  const time = timeOf(workflow.endDate, texts);
  const declined = signers.filter(({ act }) => act?.result === 'declined');
  const [last] = declined.sort((a, b) => (b.act?.time ?? '').localeCompare(a.act?.time ?? ''));
  const name = last?.name ?? '';
  if (status === 'declined' || status === 'canceled' || status === 'expired')
    return formatMessage(texts.ended[status], { time, name });
  return formatMessage(texts.completed, { time });
}

function timeOf(seconds: number | null, texts: CompletionTexts): string {
  return seconds === null ? '' : momentText(new Date(seconds * 1000).toISOString(), texts);
}

function drawDocuments(flow: DocumentFlow, { documents }: Record, texts: CompletionTexts): void {
  heading(flow, texts.documents);
  for (const { name, pages, source, original, revisions, sealed } of documents) {
    flow.keepTogether(96);
    flow.text('H3', name, { size: 10.5, isBold: true, before: 6 });
    flow.space(2);
    const last = revisions.findLast(({ kind }) => kind === 'signature');
    flow.facts([
      [texts.pages, String(pages)],
      ...(source ? [[texts.source, `${source.name}: ${source.sha256}`] as const] : []),
      [texts.before, original.sha256],
      ...(sealed ? sealedRows(sealed, texts) : last ? [[texts.stood, last.sha256] as const] : []),
    ]);
  }
}

function drawAnnexes(flow: DocumentFlow, { annexes }: Record, texts: CompletionTexts): void {
  if (annexes.length === 0) return;
  heading(flow, texts.annexes.title);
  flow.text('P', texts.annexes.note, { size: 9.5, isMuted: true });
  flow.space(2);
  flow.facts(annexes.map(({ name, sha256 }) => [name, `SHA-256 ${sha256}`]));
}

export function sealedRows(
  {
    sha256,
    level,
    timestamp,
  }: Pick<NonNullable<Record['documents'][number]['sealed']>, 'level' | 'sha256' | 'timestamp'>,
  texts: CompletionTexts,
): [string, string][] {
  const authority = timestamp.isInternal
    ? formatMessage(texts.ownClock, { authority: timestamp.authority })
    : timestamp.authority;
  const time = momentText(timestamp.time, texts);
  return [
    [texts.after, sha256],
    [texts.sealed, formatMessage(texts.sealedBy, { level, time, authority })],
  ];
}

function drawPeople(flow: DocumentFlow, record: Record, edition: Edition): void {
  heading(flow, edition.texts.people);
  for (const signer of record.signers) {
    flow.keepTogether(150);
    const heading = [signer.name, noticeOf([signer])].filter((text) => text !== null).join(' · ');
    flow.text('H3', heading, { size: 10.5, isBold: true, before: 8 });
    flow.space(2);
    flow.facts(personRows(record, signer, edition));
  }
}

function drawFollowers(flow: DocumentFlow, record: Record, texts: CompletionTexts): void {
  if (record.followers.length === 0) return;
  heading(flow, texts.followers.title);
  flow.text('P', texts.followers.note, { size: 9.5, isMuted: true });
  flow.space(2);
  flow.facts(followerRows(record, texts));
}

function drawHistory(flow: DocumentFlow, record: Record, { texts, isForSender }: Edition): void {
  const { columns } = texts;
  heading(flow, texts.history);
  flow.table(
    [
      { title: columns.time, share: 0.2 },
      { title: columns.what, share: isForSender ? 0.44 : 0.5 },
      { title: columns.who, share: isForSender ? 0.2 : 0.3 },
      ...(isForSender ? [{ title: columns.address, share: 0.16 }] : []),
    ],
    historyRows(record, texts),
  );
}

/** As rectangles, one for each run of dark modules: sharp at every size, and of few operations. */
function drawQr(text: string, left: number, bottom: number): DrawOperation[] {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = QR_SIDE / size;
  return data.flatMap((row, index) =>
    runsOf(row).map(({ start, length }) => ({
      kind: 'box' as const,
      x: left + start * side,
      y: bottom + (size - 1 - index) * side,
      width: length * side,
      height: side,
      colour: INK,
    })),
  );
}

function runsOf(row: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  for (const [index, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.start + last.length === index) last.length += 1;
    else runs.push({ start: index, length: 1 });
  }
  return runs;
}

export function decoration(
  envelopeId: string,
  pageText: string,
  accent: string | null = null,
): DrawOperation[] {
  const { width, height } = PAGE;
  const font = openOwnFonts('regular');
  const foot = { kind: 'text', y: 30, size: 7.5, font, colour: MUTED } as const;
  return [
    {
      kind: 'box',
      x: 0,
      y: height - 6,
      width,
      height: 6,
      colour: accent === null ? ACCENT : channelsOf(accent),
    },
    { kind: 'line', from: [MARGIN, 44], to: [width - MARGIN, 44], width: 0.5, colour: LINE },
    { ...foot, x: MARGIN, text: `Paraph · ${envelopeId}` },
    { ...foot, x: width - MARGIN - 52, text: pageText },
  ];
}

import { SANDBOX_NAME } from '@paraph/domain';
import { layOutSignature, missingCharacters, type SignatureLayout } from '@paraph/pades';
import type { Config } from '../../config/config.ts';
import { openFonts } from '../../platform/fonts.ts';
import { signaturePlace } from '../../revisions/plan-form.ts';
import { type SigningSession, usesSandbox } from '../session/signing-session.ts';

/** As long as those of a signature; what a page shows instead is its own words. */
const SAMPLE = { timeText: 'Signed 30 Nov 2026 20:30 GMT+2', code: 'K7QF-2M9X' };

/** What a mark shows as the name; a notice comes first, so that it is never what is cut. */
export function markNameOf(name: string, notice: string | null): string {
  return notice === null ? name : `${notice} · ${name}`;
}

type Session = Pick<SigningSession, 'facts' | 'fields' | 'recipient'>;
type Field = Session['fields'][number];

/** The name in a signature: the address where no font can draw the name, which the certificate contains. */
export function drawnNameOf(
  { name, email }: { name: string; email: string },
  font: ReturnType<typeof openFonts>,
): string {
  return missingCharacters(name, font).length === 0 ? name : email;
}

/** Whether a field shows the signature itself; a further one in the same document shows its picture alone. */
function showsSignature({ fields }: Pick<Session, 'fields'>, field: Field): boolean {
  const inDocument = fields.filter((each) => each.document_id === field.document_id);
  const shown = signaturePlace(
    inDocument.map(({ id, type }) => ({ id, type, signing: 0 })),
    0,
  );
  return shown?.id === field.id;
}

/** The layout of a signature in its field, which the engine will draw; null for other fields. */
export function viewSignatureLook(
  session: Session,
  field: Field,
  config: Pick<Config, 'baseUrl' | 'fontPaths'>,
) {
  const document = session.facts.documents.find(({ id }) => id === field.document_id);
  const page = document?.pages[field.page - 1];
  if (!page || !showsSignature(session, field)) return null;
  const box = { width: (page.width * field.width) / 100, height: (page.height * field.height) / 100 };
  const font = openFonts(config);
  const notice = usesSandbox(session.facts, config) ? SANDBOX_NAME : null;
  const name = markNameOf(drawnNameOf(session.recipient, font), notice);
  const texts = { ...SAMPLE, name, font };
  return fromUpperLeft(layOutSignature(texts, { ...box, hasImage: true }), { ...box, name });
}

/** As SVG counts: downwards. */
function fromUpperLeft(
  { picture, strokes, texts }: SignatureLayout,
  { width, height, name }: { width: number; height: number; name: string },
) {
  if (picture === null) return null;
  const down = (y: number) => round(height - y);
  return {
    width: round(width),
    height: round(height),
    picture: {
      x: round(picture.left),
      y: down(picture.bottom + picture.height),
      width: round(picture.width),
      height: round(picture.height),
      isMiddle: picture.lift > 0,
    },
    strokes: strokes.map(({ from, to, width: thickness, colour }) => ({
      from: [round(from[0]), down(from[1])],
      to: [round(to[0]), down(to[1])],
      width: round(thickness),
      color: hexOf(colour),
    })),
    texts: texts.map(({ role, text, x, y, size, colour }) => ({
      role,
      text: role === 'name' ? text : role === 'all' ? name : null,
      x: round(x),
      y: down(y),
      size: round(size),
      color: hexOf(colour),
    })),
  };
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

function hexOf(colour: readonly number[]): string {
  return `#${colour.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

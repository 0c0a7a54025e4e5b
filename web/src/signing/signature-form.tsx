import { type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DeviceImage } from './device-image.tsx';
import { type Drawing, DrawPad, pngOfDrawing } from './draw-pad.tsx';
import { OfferedImage } from './offered-image.tsx';
import { pictureCanvas, pngOf, typedCanvas, unwritableIn } from './signature-canvas.ts';
import { fontsFor, systemFont, typedDefault } from './signature-image-state.ts';
import { SignatureLook } from './signature-look.tsx';
import type {
  NewSignatureImage,
  SignatureImage,
  SignatureKind,
  SignatureMethod,
  SigningField,
} from './signing-view.ts';
import { SubmitError } from './submit-error.tsx';
import { type Typed, TypePad } from './type-pad.tsx';
import { type Chosen, UploadPad } from './upload-pad.tsx';
import { useSubmit } from './use-submit.ts';

export interface SignatureFormProps {
  readonly kind: SignatureKind;
  readonly name: string;
  /** How the document will show it; null where it shows the picture alone. */
  readonly look: SigningField['look'];
  /** The image in the field now, null when the field is empty. */
  readonly current: SignatureImage | null;
  /** The picture that is kept with the account of the recipient's address, as a URL; null without one. */
  readonly keptUrl: string | null;
  readonly onTake: (isForAll: boolean) => Promise<void>;
  /** The address of a guest, whose signature this browser may have kept; null for all others. */
  readonly guestEmail: string | null;
  /** How many fields take the same image; more than one are offered together. */
  readonly fieldCount: number;
  readonly onClose: () => void;
  readonly onApply: (image: NewSignatureImage, isForAll: boolean) => Promise<void>;
  readonly onRemove: () => void;
}

/** Draw, type or upload a signature. The input of each tab is kept while another tab is open. */
export function SignatureForm(props: SignatureFormProps) {
  const { kind, name, look, current, fieldCount, onClose, onApply, onRemove } = props;
  const t = useText('signing');
  const drawing = useRef<Drawing>([]);
  const [method, setMethod] = useState<SignatureMethod>('draw');
  const [typed, setTyped] = useState<Typed>({ text: typedDefault(kind, name), family: null });
  const [chosen, setChosen] = useState<Chosen>({ file: null, isPaperTransparent: true });
  const [isForAll, setForAll] = useState(false);
  const [strokes, setStrokes] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const act = useSubmit();
  const form = useFocusOnTabs();
  const apply = () => {
    setProblem(null);
    return act.run(async () => {
      const made = await createSignatureImage({ method, typed, chosen, drawing: drawing.current });
      if (typeof made === 'string')
        return setProblem(t(made, { characters: unwritableIn(typed.text).join(' ') }));
      await onApply(made, isForAll);
      onClose();
    });
  };
  const remove = () => {
    onRemove();
    onClose();
  };
  const clearProblem = () => setProblem(null);
  const preview = usePreview({ method, typed, chosen, drawing, strokes });
  return (
    <div ref={form} className="flex flex-col gap-4">
      {current !== null && <CurrentImage image={current} onRemove={remove} />}
      {current === null && <Offered {...props} />}
      <Pads
        {...{ kind, method, typed, chosen, drawing }}
        onMethod={(next) => {
          clearProblem();
          setMethod(next);
        }}
        onTyped={(next) => {
          clearProblem();
          setTyped(next);
        }}
        onChosen={setChosen}
        onDrawn={() => {
          clearProblem();
          setStrokes((count) => count + 1);
        }}
        onProblem={setProblem}
      />
      {/* A typed name has its picture once its font is there: the button below must not move then. */}
      {look !== null && (preview !== null || method === 'type') && (
        <InDocument look={look} pictureUrl={preview} />
      )}
      {/* Sticky as a whole: an error must be seen beside the button that was pressed. */}
      <div className="signature-actions">
        <p role="alert" className="text-14 text-stopped empty:hidden">
          {problem}
        </p>
        <SubmitError error={act.error} />
        <FormActions
          fieldCount={fieldCount}
          isForAll={isForAll}
          onForAll={setForAll}
          isBusy={act.isBusy}
          onApply={() => void apply()}
        />
      </div>
    </div>
  );
}

interface PadsProps extends Omit<ImageParts, 'drawing'> {
  readonly kind: SignatureKind;
  readonly drawing: RefObject<Drawing>;
  readonly onMethod: (method: SignatureMethod) => void;
  readonly onTyped: (typed: Typed) => void;
  readonly onChosen: (chosen: Chosen) => void;
  readonly onDrawn: () => void;
  readonly onProblem: (message: string | null) => void;
}

function Pads({ kind, method, typed, chosen, drawing, ...on }: PadsProps) {
  const t = useText('signing');
  const tabs = [
    {
      value: 'draw',
      label: t('signatureDialog.draw'),
      content: <DrawPad drawing={drawing} onChange={on.onDrawn} />,
    },
    {
      value: 'type',
      label: t('signatureDialog.type'),
      content: <TypePad kind={kind} typed={typed} onTyped={on.onTyped} />,
    },
    {
      value: 'upload',
      label: t('signatureDialog.upload'),
      content: <UploadPad chosen={chosen} onChosen={on.onChosen} onProblem={on.onProblem} />,
    },
  ];
  return (
    <Tabs
      label={t('signatureDialog.how')}
      value={method}
      onChange={(next) => on.onMethod(next as SignatureMethod)}
      tabs={tabs}
    />
  );
}

interface FormActionsProps {
  readonly fieldCount: number;
  readonly isForAll: boolean;
  readonly onForAll: (isForAll: boolean) => void;
  readonly isBusy: boolean;
  readonly onApply: () => void;
}

function FormActions({ fieldCount, isForAll, onForAll, isBusy, onApply }: FormActionsProps) {
  const t = useText('signing');
  return (
    <div className="signature-buttons">
      {fieldCount > 1 && (
        <Checkbox
          className="w-full py-0"
          label={t('signatureDialog.applyToAll', { count: fieldCount })}
          checked={isForAll}
          onChange={(event) => onForAll(event.target.checked)}
        />
      )}
      <p className="text-13 text-muted max-sm:hidden">{t('signatureDialog.note')}</p>
      <Button variant="primary" busy={isBusy} onClick={onApply} className="ms-auto min-w-32">
        {t('signatureDialog.apply')}
      </Button>
    </div>
  );
}

/** The form is loaded after the dialog has opened, so the browser could not focus it. */
function useFocusOnTabs() {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, []);
  return form;
}

function CurrentImage({ image, onRemove }: { image: SignatureImage; onRemove: () => void }) {
  const t = useText('signing');
  return (
    <div className="signature-current flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
      <span className="flex items-center gap-3 text-14 text-muted">
        {t('signatureDialog.current')}
        <img src={image.url} alt="" className="signature-paper h-10 max-w-40 object-contain" />
      </span>
      <Button variant="quiet" className="px-2 text-14" onClick={onRemove}>
        {t('signatureDialog.remove')}
      </Button>
    </div>
  );
}

/** What the person has kept: a guest in this browser, all others with their account. */
function Offered({ keptUrl, guestEmail, fieldCount, onTake, onClose, ...form }: SignatureFormProps) {
  const t = useText('signing');
  if (guestEmail !== null) return <DeviceImage {...{ ...form, fieldCount, onClose }} email={guestEmail} />;
  if (keptUrl === null) return null;
  return (
    <OfferedImage
      {...{ url: keptUrl, onClose }}
      label={t('signatureDialog.kept')}
      useLabel={t('signatureDialog.useKept')}
      onUse={() => onTake(fieldCount > 1)}
    />
  );
}

/** The layout of the document with the present image. */
function InDocument(props: { look: NonNullable<SigningField['look']>; pictureUrl: string | null }) {
  const t = useText('signing');
  return (
    <figure className="signature-preview">
      <figcaption className="text-13 text-muted">{t('signatureDialog.inDocument')}</figcaption>
      <div role="img" aria-label={t('signatureDialog.inDocument')} className="signature-paper">
        <SignatureLook {...props} />
      </div>
    </figure>
  );
}

interface PreviewParts extends Omit<ImageParts, 'drawing'> {
  readonly drawing: RefObject<Drawing>;
  /** Changes with the drawing. */
  readonly strokes: number;
}

/** The image as it would be applied now; null while there is none. */
function usePreview({ method, typed, chosen, drawing, strokes }: PreviewParts): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (method === 'draw' && strokes === 0) return setUrl(null);
    let isCurrent = true;
    void createSignatureImage({ method, typed, chosen, drawing: drawing.current }).then((image) => {
      if (isCurrent) setUrl(typeof image === 'string' ? null : `data:image/png;base64,${image.png}`);
    });
    return () => {
      isCurrent = false;
    };
  }, [method, typed, chosen, drawing, strokes]);
  return url;
}

interface ImageParts {
  readonly method: SignatureMethod;
  readonly typed: Typed;
  readonly chosen: Chosen;
  readonly drawing: Drawing;
}

/** The image, or the text key of the error. */
async function createSignatureImage(parts: ImageParts): Promise<NewSignatureImage | string> {
  try {
    if (parts.method === 'draw') return drawnImage(parts.drawing);
    return await (parts.method === 'type' ? typedImage(parts.typed) : uploadedImage(parts.chosen));
  } catch {
    // The browser could not decode the image, or could not load the font.
    return parts.method === 'upload' ? 'signatureDialog.badFile' : 'signatureDialog.failed';
  }
}

function drawnImage(drawing: Drawing): NewSignatureImage | string {
  const png = pngOfDrawing(drawing);
  return png === null ? 'signatureDialog.emptyDraw' : { method: 'draw', text: null, font: null, png };
}

async function typedImage({ text: written, family }: Typed): Promise<NewSignatureImage | string> {
  const text = written.trim().normalize('NFC');
  if (unwritableIn(text).length > 0) return 'error.missing';
  const fonts = fontsFor(text);
  const font = (fonts.find((each) => each.family === family) ?? fonts[0])?.family ?? systemFont.family;
  const png = text === '' ? null : pngOf(await typedCanvas(text, font));
  return png === null ? 'signatureDialog.emptyType' : { method: 'type', text, font, png };
}

async function uploadedImage({ file, isPaperTransparent }: Chosen): Promise<NewSignatureImage | string> {
  if (file === null) return 'signatureDialog.emptyUpload';
  const png = pngOf(await pictureCanvas(file, isPaperTransparent));
  return png === null ? 'signatureDialog.blankFile' : { method: 'upload', text: null, font: null, png };
}

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import '../signing/signing.css';
import './design.css';
import { Announcer } from '../signing/announcer.tsx';
import type { Zoom } from '../signing/page-layout-state.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { TroubleBanner } from '../ui/trouble-banner.tsx';
import { AddFields } from './add-fields.tsx';
import type { Board, BoardField } from './board-state.ts';
import { EditorPages, type PagePlace } from './editor-pages.tsx';
import { EditorPanel } from './editor-panel.tsx';
import type { EditorSource } from './editor-source.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { FieldBox } from './field-box.tsx';
import { FieldForm } from './field-form.tsx';
import { FieldList } from './field-list.tsx';
import { GroupForm } from './group-form.tsx';
import type { PageSize } from './place-state.ts';
import { useActs } from './use-acts.ts';
import { type BoardDesk, useBoard } from './use-board.ts';
import { type Grab, useFieldDrag } from './use-field-drag.ts';

interface FieldEditorProps {
  readonly source: EditorSource;
  readonly title: string;
  /** The way back, which saves first. */
  readonly back: (desk: BoardDesk) => ReactNode;
  /** What the page is there for: pressed when all is placed. */
  readonly actions: (desk: BoardDesk) => ReactNode;
  /** Above the pages. */
  readonly notice?: (desk: BoardDesk) => ReactNode;
}

/** Places fields on the pages of a draft or a template: with a mouse, a finger or keys alone. */
export function FieldEditor(props: FieldEditorProps) {
  return (
    <Announcer>
      <Editor {...props} />
    </Announcer>
  );
}

function Editor({ source, title, back, actions, notice }: FieldEditorProps) {
  const t = useText('design');
  const desk = useBoard(source);
  const { board, change } = desk;
  const [zoom, setZoom] = useState<Zoom>(1);
  const grab = useFieldDrag(board, change);
  const acts = useActs(source, { desk, grab });
  const chosen = chosenOf(board);
  const shown = { people: source.people, pages: byPage(board.fields), chosen, change, grab, acts };
  const { sizes, keepSizes } = usePageSizes();
  useHistoryKeys(desk);
  useEffect(() => {
    document.title = `${title} · Paraph`;
  }, [title]);
  return (
    <div className="design-page">
      <EditorToolbar
        title={title}
        back={back(desk)}
        desk={desk}
        zoom={zoom}
        onZoom={setZoom}
        actions={actions(desk)}
      />
      <div className="design-columns">
        <main aria-label={t('pages')} className="min-w-0 px-2 py-3 sm:px-4 sm:py-6">
          <SaveTrouble desk={desk} />
          {notice?.(desk)}
          <p id="design-field-keys" className="sr-only">
            {t('keys')}
          </p>
          <EditorContext value={shown}>
            <EditorPages
              documents={source.documents}
              zoom={zoom}
              Content={FieldsOnPage}
              onSizes={keepSizes}
            />
          </EditorContext>
        </main>
        <Tools source={source} desk={desk} acts={acts} sizes={sizes} />
      </div>
    </div>
  );
}

interface Shown {
  readonly people: EditorSource['people'];
  readonly pages: ReadonlyMap<string, readonly BoardField[]>;
  readonly chosen: readonly BoardField[];
  readonly change: BoardDesk['change'];
  readonly grab: Grab;
  readonly acts: ReturnType<typeof useActs>;
}

const EditorContext = createContext<Shown | null>(null);

/** Reads the fields by itself, so that a page is not drawn anew for each of them. */
function FieldsOnPage({ documentId, page, size }: PagePlace) {
  const shown = useContext(EditorContext);
  const fields = shown?.pages.get(`${documentId} ${page}`);
  if (!shown || !fields) return null;
  const { people, chosen, change, grab, acts } = shown;
  return fields.map((field) => (
    <FieldBox
      key={field.key}
      field={field}
      person={people.find(({ role }) => role === field.role)}
      size={size}
      isChosen={chosen.includes(field)}
      group={groupOf(field, chosen)}
      change={change}
      grab={grab}
      onRemove={acts.remove}
      onDuplicate={acts.duplicate}
      onLeave={acts.leave}
    />
  ));
}

function SaveTrouble({ desk }: { desk: BoardDesk }) {
  const t = useText('design');
  if (desk.status !== 'failed') return null;
  return (
    <div className="mb-3">
      <TroubleBanner
        error={desk.error}
        action={<Button onClick={() => void desk.flush()}>{t('saveAgain')}</Button>}
      />
    </div>
  );
}

interface ToolsProps {
  readonly source: EditorSource;
  readonly desk: BoardDesk;
  readonly acts: ReturnType<typeof useActs>;
  readonly sizes: ReadonlyMap<number, readonly PageSize[]>;
}

function Tools({ source, desk, acts, sizes }: ToolsProps) {
  const { people, documents } = source;
  const { board, change } = desk;
  const chosen = chosenOf(board);
  const [only] = chosen;
  return (
    <EditorPanel
      count={board.fields.length}
      add={
        <AddFields
          people={people}
          role={acts.role}
          onRole={acts.setRole}
          onAdd={acts.add}
          onDragIn={acts.dragIn}
        />
      }
      form={
        chosen.length > 1 ? (
          <GroupForm fields={chosen} change={change} onRemove={acts.remove} />
        ) : (
          only && (
            <FieldForm
              key={only.key}
              field={only}
              people={people}
              sizes={sizes.get(only.documentId) ?? []}
              change={change}
              onDuplicate={acts.duplicate}
              onCopyToPages={(field) => acts.copyToPages(field, sizes.get(field.documentId)?.length ?? 1)}
              onRemove={acts.remove}
            />
          )
        )
      }
      list={
        <FieldList
          documents={documents}
          people={people}
          fields={board.fields}
          chosen={board.chosen}
          onChoose={acts.choose}
        />
      }
    />
  );
}

/** A page without fields has no entry. */
function byPage(fields: readonly BoardField[]): ReadonlyMap<string, readonly BoardField[]> {
  const pages = new Map<string, BoardField[]>();
  for (const field of fields) {
    const key = `${field.documentId} ${field.page}`;
    pages.set(key, [...(pages.get(key) ?? []), field]);
  }
  return pages;
}

/** In the order in which they were chosen. */
function chosenOf({ fields, chosen }: Board): BoardField[] {
  return chosen.flatMap((key) => fields.find((field) => field.key === key) ?? []);
}

function groupOf(field: BoardField, chosen: readonly BoardField[]): readonly BoardField[] | undefined {
  if (chosen.length < 2 || !chosen.includes(field)) return undefined;
  return [...chosen.filter((each) => each !== field), field];
}

function usePageSizes() {
  const [sizes, setSizes] = useState<ReadonlyMap<number, readonly PageSize[]>>(new Map());
  const keepSizes = useCallback(
    (documentId: number, read: readonly PageSize[]) =>
      setSizes((before) => new Map([...before, [documentId, read]])),
    [],
  );
  return { sizes, keepSizes };
}

/** Ctrl+Z and Ctrl+Y, wherever the focus is but in a text that has its own. */
function useHistoryKeys({ change }: BoardDesk): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (isTyping || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      change({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [change]);
}

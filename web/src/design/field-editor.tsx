import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import '../signing/pages.css';
import '../signing/signing.css';
import './design.css';
import { Announcer } from '../signing/announcer.tsx';
import type { Zoom } from '../signing/page-layout-state.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { AddFields } from './add-fields.tsx';
import type { Board, BoardField } from './board-state.ts';
import { alignedLines, type Box, type PageSize } from './box-state.ts';
import { CopyForm } from './copy-form.tsx';
import { EditorPages, type PageInfo } from './editor-pages.tsx';
import { EditorPanel } from './editor-panel.tsx';
import type { EditorSource } from './editor-source.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { FieldBox } from './field-box.tsx';
import { FieldForm } from './field-form.tsx';
import { FieldList } from './field-list.tsx';
import { FormImports } from './form-imports.tsx';
import { GroupForm } from './group-form.tsx';
import { copyTargets, readPages } from './page-choice-state.ts';
import { PageOverview } from './page-overview.tsx';
import { SaveBlock, SavedBlocks } from './saved-blocks.tsx';
import { SuggestedPlaces } from './suggested-places.tsx';
import { guidesOn } from './suggestion-state.ts';
import { type BoardEditor, useBoard } from './use-board.ts';
import { type FieldActions, useFieldActions } from './use-field-actions.ts';
import { type Grab, useFieldDrag } from './use-field-drag.ts';
import { useShownDocuments } from './use-shown-documents.ts';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

interface FieldEditorProps {
  readonly source: EditorSource;
  readonly title: string;
  /** The back button, which saves first. */
  readonly back: (editor: BoardEditor) => ReactNode;
  /** The page's primary actions. */
  readonly actions: (editor: BoardEditor, fieldActions: FieldActions) => ReactNode;
  /** Above the pages. */
  readonly notice?: (editor: BoardEditor) => ReactNode;
}

/** Places fields on the pages of a draft or a template, by mouse, touch or keyboard. */
export function FieldEditor(props: FieldEditorProps) {
  return (
    <Announcer>
      <Editor {...props} />
    </Announcer>
  );
}

function Editor({ source, title, back, actions, notice }: FieldEditorProps) {
  const t = useText('design');
  const editor = useBoard(source);
  const { board, change } = editor;
  const [zoom, setZoom] = useState<Zoom>(1);
  const suggestions = useSuggestions(source);
  const grab = useFieldDrag({ board, guides: suggestions.places }, change);
  const fieldActions = useFieldActions(source, { editor, grab });
  const chosen = chosenOf(board);
  const isMoving = /^(drag|nudge) /.test(board.act ?? '');
  const pages = byPage(board.fields);
  const places = (
    <SuggestedPlaces
      suggestions={suggestions}
      editor={editor}
      people={source.people}
      onPlaced={(key) => fieldActions.choose({ key }, false)}
    />
  );
  const shown = {
    people: source.people,
    guides: suggestions.places,
    pages,
    chosen,
    isMoving,
    change,
    grab,
    fieldActions,
  };
  const { sizes, keepSizes } = usePageSizes();
  const documents = useShownDocuments(source.documents, editor.saved);
  useHistoryKeys(editor);
  useEffect(() => {
    document.title = `${title} · Paraph`;
  }, [title]);
  return (
    <div className="design-page">
      <EditorToolbar
        title={title}
        back={back(editor)}
        editor={editor}
        zoom={zoom}
        onZoom={setZoom}
        actions={actions(editor, fieldActions)}
      />
      <div className="design-columns">
        <main aria-label={t('pages')} className="min-w-0 px-2 py-3 sm:px-4 sm:py-6">
          <SaveError editor={editor} />
          {notice?.(editor)}
          <div className="mb-3 empty:hidden">{places}</div>
          <p id="design-field-keys" className="sr-only">
            {t('keys')}
          </p>
          <EditorContext value={shown}>
            <EditorPages documents={documents} zoom={zoom} Content={FieldsOnPage} onSizes={keepSizes} />
          </EditorContext>
        </main>
        <Tools
          source={source}
          editor={editor}
          fieldActions={fieldActions}
          sizes={sizes}
          shownDocuments={documents}
        />
      </div>
    </div>
  );
}

interface Shown {
  readonly people: EditorSource['people'];
  readonly guides: Suggestions['places'];
  readonly pages: ReadonlyMap<string, readonly BoardField[]>;
  readonly chosen: readonly BoardField[];
  readonly isMoving: boolean;
  readonly change: BoardEditor['change'];
  readonly grab: Grab;
  readonly fieldActions: FieldActions;
}

const EditorContext = createContext<Shown | null>(null);

/** Reads the fields from the context, so that pages do not render again with them. */
function FieldsOnPage({ documentId, page, size }: PageInfo) {
  const shown = useContext(EditorContext);
  const fields = shown?.pages.get(`${documentId} ${page}`);
  if (!shown || !fields) return null;
  const { people, guides, chosen, isMoving, change, grab, fieldActions } = shown;
  const boxes = fields.map((field) => (
    <FieldBox
      key={field.key}
      field={field}
      person={people.find(({ role }) => role === field.role)}
      size={size}
      isChosen={chosen.includes(field)}
      group={groupOf(field, chosen)}
      change={change}
      grab={grab}
      onRemove={fieldActions.remove}
      onDuplicate={fieldActions.duplicate}
      onLeave={fieldActions.leave}
    />
  ));
  const moving = chosen.filter((field) => isMoving && fields.includes(field));
  return (
    <>
      {boxes}
      {moving.length === 1 && (
        <SnapLines field={moving[0]} fields={fields} guides={guidesOn(guides, { documentId, page })} />
      )}
    </>
  );
}

interface SnapLinesProps {
  readonly field: BoardField | undefined;
  readonly fields: readonly BoardField[];
  /** The printed places of the page. */
  readonly guides: readonly Box[];
}

/** Where the moving field lines up with other fields of its page, and with its printed places. */
function SnapLines({ field, fields, guides }: SnapLinesProps) {
  if (field === undefined) return null;
  const lines = alignedLines(field, [...fields.filter((each) => each !== field), ...guides]);
  return lines.map(({ axis, at }) => (
    <span
      key={`${axis} ${at}`}
      aria-hidden
      className="design-snap"
      data-axis={axis}
      style={axis === 'x' ? { left: `${at}%` } : { top: `${at}%` }}
    />
  ));
}

function SaveError({ editor }: { editor: BoardEditor }) {
  const t = useText('design');
  if (editor.status !== 'failed') return null;
  return (
    <div className="mb-3">
      <ErrorBanner
        error={editor.error}
        action={<Button onClick={() => void editor.flush()}>{t('saveAgain')}</Button>}
      />
    </div>
  );
}

interface ToolsProps {
  readonly source: EditorSource;
  readonly editor: BoardEditor;
  readonly fieldActions: FieldActions;
  readonly sizes: ReadonlyMap<number, readonly PageSize[]>;
  readonly shownDocuments: ReturnType<typeof useShownDocuments>;
}

function Tools({ source, editor, fieldActions, sizes, shownDocuments }: ToolsProps) {
  const { people, documents, trialUrl, workspaceId, fieldTypes } = source;
  const { board, change } = editor;
  const chosen = chosenOf(board);
  const [only] = chosen;
  const size = only && sizes.get(only.documentId)?.[only.page - 1];
  const copyForm = (
    <CopyForm
      key={chosen.map(({ key }) => key).join(' ')}
      fields={chosen}
      documents={documents}
      sizes={sizes}
      onCopy={fieldActions.copyTo}
    />
  );
  return (
    <EditorPanel
      count={board.fields.length}
      add={
        <AddFields
          people={people}
          types={fieldTypes}
          role={fieldActions.role}
          onRole={fieldActions.setRole}
          offers={<Offers source={source} editor={editor} role={fieldActions.role} />}
          onAdd={fieldActions.add}
          onDragIn={fieldActions.dragIn}
          onTry={trialUrl && (() => void openTrial(trialUrl(fieldActions.role), editor))}
        />
      }
      form={
        chosen.length > 1 ? (
          <GroupForm
            fields={chosen}
            change={change}
            copyForm={copyForm}
            saveForm={<SaveBlock workspaceId={workspaceId} fields={chosen} size={size} />}
            onRemove={fieldActions.remove}
          />
        ) : (
          only && (
            <FieldForm
              key={only.key}
              field={only}
              fields={board.fields}
              people={people}
              types={fieldTypes}
              sizes={sizes.get(only.documentId) ?? []}
              change={change}
              copyForm={copyForm}
              onDuplicate={fieldActions.duplicate}
              onCopyToPages={(field) => fieldActions.copyTo(everyPageOf(field, sizes))}
              onRemove={fieldActions.remove}
            />
          )
        )
      }
      pages={<PageOverview documents={shownDocuments} sizes={sizes} fields={board.fields} />}
      list={
        <FieldList
          documents={documents}
          people={people}
          fields={board.fields}
          chosen={board.chosen}
          onChoose={fieldActions.choose}
        />
      }
    />
  );
}

/** What can be placed at one press: what the form or its text asks for, and blocks of the workspace. */
function Offers(props: Pick<ToolsProps, 'editor' | 'source'> & { readonly role: number }) {
  return (
    <>
      <FormImports {...props} />
      <SavedBlocks {...props} workspaceId={props.source.workspaceId} />
    </>
  );
}

/** The other pages of its document. */
function everyPageOf(field: BoardField, sizes: ToolsProps['sizes']) {
  const { documentId } = field;
  const pages = readPages('', sizes.get(documentId)?.length ?? 1) ?? [];
  return copyTargets([field], { documentId, pages });
}

/** Shows the fields as they are now. */
async function openTrial(url: string, editor: BoardEditor): Promise<void> {
  if (await editor.flush()) window.location.assign(url);
}

/** Groups fields by page; a page without fields has no entry. */
function byPage(fields: readonly BoardField[]): ReadonlyMap<string, readonly BoardField[]> {
  const pages = new Map<string, BoardField[]>();
  for (const field of fields) {
    const key = `${field.documentId} ${field.page}`;
    pages.set(key, [...(pages.get(key) ?? []), field]);
  }
  return pages;
}

/** The selected fields in order of selection. */
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

/** Ctrl+Z and Ctrl+Y everywhere but in text inputs, which have their own undo. */
function useHistoryKeys({ change }: BoardEditor): void {
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

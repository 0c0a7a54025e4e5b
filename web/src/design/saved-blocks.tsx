import { LIMITS } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Blocks, Pencil, Trash2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { statusQuery } from '../api/account-api.ts';
import { messageOf } from '../api/call.ts';
import {
  createFieldBlock,
  deleteFieldBlock,
  fieldBlocksQuery,
  renameFieldBlock,
} from '../api/field-blocks-api.ts';
import { randomKey } from '../api/random-key.ts';
import { violationsOf } from '../api/violations.ts';
import type { FieldBlock, NewFieldBlock } from '../api/wire.ts';
import { useAnnounce } from '../signing/announcer.tsx';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { blockOf, fieldsOfBlock } from './block-state.ts';
import type { BoardField } from './board-state.ts';
import type { PageSize } from './box-state.ts';
import { whenInSight } from './page-frames.ts';
import type { BoardEditor } from './use-board.ts';

interface BlockListProps {
  readonly workspaceId: number;
  readonly editor: BoardEditor;
  /** The person for whom fields are added. */
  readonly role: number;
}

/** The blocks of fields that the workspace keeps: one press places one for the chosen person, on the page in sight. */
export function SavedBlocks({ workspaceId, ...props }: Within<BlockListProps>) {
  // A designer that is opened by its address alone has no account.
  return useHasBlocks(workspaceId) ? <BlockList {...props} workspaceId={workspaceId} /> : null;
}

/** In a frame of another product nobody is asked whether there is an account. */
type Within<Props extends { readonly workspaceId: number }> = Omit<Props, 'workspaceId'> & {
  readonly workspaceId: number | undefined;
};

function useHasBlocks(workspaceId: number | undefined): workspaceId is number {
  const isWithin = workspaceId !== undefined;
  return useQuery({ ...statusQuery, enabled: isWithin }).data?.signedIn === true && isWithin;
}

function BlockList({ workspaceId, editor, role }: BlockListProps) {
  const t = useText('design');
  const announce = useAnnounce();
  const blocks = useQuery(fieldBlocksQuery(workspaceId)).data ?? [];
  const [renamed, setRenamed] = useState<FieldBlock | null>(null);
  const remove = useRemoval(workspaceId);
  const place = (block: FieldBlock) =>
    whenInSight(({ frame: { documentId, page, size }, point }) => {
      const target = { documentId, page, size, point, role, fields: editor.board.fields };
      const fields = fieldsOfBlock(block, { ...target, newKey: () => `new-${randomKey()}` });
      editor.change({ do: 'import', fields });
      announce(t('block.placed', { name: block.name, page }));
    });
  if (blocks.length === 0) return null;
  return (
    <section aria-labelledby="design-blocks">
      <h3 id="design-blocks" className="mb-1 text-14 font-medium">
        {t('block.title')}
      </h3>
      <ul className="flex flex-col gap-1">
        {blocks.map((block) => (
          <li key={block.id} className="flex items-center gap-1">
            <Button icon={Blocks} isSmall className="min-w-0 grow justify-start" onClick={() => place(block)}>
              {block.name}
            </Button>
            <IconButton
              icon={Pencil}
              label={t('block.rename', { name: block.name })}
              onClick={() => setRenamed(block)}
            />
            <IconButton
              icon={Trash2}
              label={t('block.delete', { name: block.name })}
              onClick={() => remove(block)}
            />
          </li>
        ))}
      </ul>
      {renamed && (
        <NameDialog
          title={t('block.renameTitle')}
          name={renamed.name}
          save={(name) => renameFieldBlock(workspaceId, renamed.id, name)}
          workspaceId={workspaceId}
          onClose={() => setRenamed(null)}
        />
      )}
    </section>
  );
}

function useRemoval(workspaceId: number) {
  const t = useText('design');
  const showToast = useToast();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries(fieldBlocksQuery(workspaceId));
  const failed = (error: unknown) => showToast({ text: messageOf(error) });
  return ({ id, name, fields }: FieldBlock) => {
    const restore = () => void createFieldBlock(workspaceId, { name, fields }).catch(failed).finally(refresh);
    deleteFieldBlock(workspaceId, id)
      .then(() => showToast({ text: t('block.deleted', { name }), undo: restore }))
      .catch(failed)
      .finally(refresh);
  };
}

interface SaveBlockProps {
  readonly workspaceId: number;
  readonly fields: readonly BoardField[];
  /** Of the page that the fields are on. */
  readonly size: PageSize | undefined;
}

/** Keeps the chosen fields for other documents; fields of several pages have no place beside one another. */
export function SaveBlock({ workspaceId, fields, size }: Within<SaveBlockProps>) {
  const t = useText('design');
  const hasBlocks = useHasBlocks(workspaceId);
  const [isOpen, setOpen] = useState(false);
  const block = blockOf(fields, size);
  if (!hasBlocks || workspaceId === undefined || !block) return null;
  return (
    <>
      <Button icon={Blocks} onClick={() => setOpen(true)}>
        {t('block.save')}
      </Button>
      {isOpen && (
        <NameDialog
          title={t('block.save')}
          name=""
          save={(name) => createFieldBlock(workspaceId, { name, fields: block } satisfies NewFieldBlock)}
          workspaceId={workspaceId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly save: (name: string) => Promise<FieldBlock>;
  readonly workspaceId: number;
  readonly onClose: () => void;
}

function NameDialog({ title, name: before, save, workspaceId, onClose }: NameDialogProps) {
  const t = useText('design');
  const showToast = useToast();
  const client = useQueryClient();
  const [name, setName] = useState(before);
  const saving = useMutation({
    mutationFn: () => save(name),
    onSuccess: async (saved) => {
      await client.invalidateQueries(fieldBlocksQuery(workspaceId));
      showToast({ text: t('block.saved', { name: saved.name }) });
      onClose();
    },
  });
  const [refused] = violationsOf(saving.error, ['name']);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} description={t('block.lead')}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <ErrorBanner error={saving.error} shownFields={['name']} />
        <TextField
          label={t('block.name')}
          autoComplete="off"
          maxLength={LIMITS.fieldBlockNameCharactersMax}
          value={name}
          error={refused?.sentence}
          onChange={({ target }) => setName(target.value)}
        />
        <FormActions
          onLeave={onClose}
          leave={t('block.cancel')}
          act={t('block.keep')}
          busy={saving.isPending}
          disabled={name.trim() === ''}
        />
      </form>
    </Dialog>
  );
}

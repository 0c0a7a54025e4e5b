import { useText } from '../text/start-text.ts';
import { useToast } from '../ui/toast.tsx';
import { AnnexRows } from './annex-rows.tsx';
import { checkAnnex } from './chosen-files.ts';
import type { SendChange } from './send-state.ts';
import { fileLimits } from './use-error-texts.ts';

type SendAnnexesProps = {
  annexes: readonly File[];
  error: string | undefined;
  change: (change: SendChange) => void;
};

/** Files for information of what is not sent yet. */
export function SendAnnexes({ annexes, error, change }: SendAnnexesProps) {
  const t = useText('send');
  const showToast = useToast();
  const rows = annexes.map((file, index) => {
    const refusal = checkAnnex(file);
    return {
      key: String(index),
      name: file.name,
      size: file.size,
      refusal: refusal ? t(refusal, fileLimits()) : undefined,
    };
  });
  const remove = (key: string) => {
    change({ do: 'annexes', annexes: annexes.filter((_, index) => String(index) !== key) });
    showToast({ text: t('annexRemoved'), undo: () => change({ do: 'annexes', annexes }) });
  };
  return (
    <div className="flex flex-col gap-1">
      {annexes.length > 0 && <p className="text-14 font-medium">{t('annexes')}</p>}
      <AnnexRows
        rows={rows}
        error={rows.some(({ refusal }) => refusal) ? undefined : error}
        onAdd={(files) => change({ do: 'annexes', annexes: [...annexes, ...files] })}
        onRemove={remove}
      />
    </div>
  );
}

import { Files, ListChecks, type LucideIcon, Plus, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';

interface EditorPanelProps {
  readonly add: ReactNode;
  /** Form of the selected field. */
  readonly form: ReactNode;
  readonly list: ReactNode;
  /** Small pictures of all pages. */
  readonly pages: ReactNode;
  readonly count: number;
}

/** Two columns beside the pages on wide screens, else a dock at the bottom with one part at a time. */
export function EditorPanel(props: EditorPanelProps) {
  const isWide = useMediaQuery('(min-width: 1024px)');
  return isWide ? <Columns {...props} /> : <Dock {...props} />;
}

function Columns({ add, form, list, pages, count }: EditorPanelProps) {
  const t = useText('design');
  return (
    <>
      <aside aria-label={t('tools')} className="design-column design-column-first">
        {add}
      </aside>
      <aside aria-label={t('fields')} className="design-column">
        <Section heading={t('goTo.pages')}>{pages}</Section>
        {form && <Section heading={t('chosen')}>{form}</Section>}
        <Section heading={t('allFields', { count })}>{list}</Section>
      </aside>
    </>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-16 font-semibold">{heading}</h2>
      {children}
    </section>
  );
}

type DockPanel = 'add' | 'form' | 'list' | 'pages';

const DOCK: readonly { panel: DockPanel; icon: LucideIcon }[] = [
  { panel: 'add', icon: Plus },
  { panel: 'form', icon: SlidersHorizontal },
  { panel: 'list', icon: ListChecks },
  { panel: 'pages', icon: Files },
];

function Dock(props: EditorPanelProps) {
  const t = useText('design');
  const [open, setOpen] = useState<DockPanel | null>(null);
  const content = {
    add: props.add,
    list: props.list,
    pages: props.pages,
    form: props.form ?? <p className="text-14">{t('noneChosen')}</p>,
  };
  return (
    <aside aria-label={t('tools')} className="design-dock">
      {open !== null && (
        <div className="design-dock-sheet">
          <div className="mb-2 flex items-center justify-between">
            <h2 className="text-16 font-semibold">{t(`dock.${open}`)}</h2>
            <IconButton icon={X} label={t('closePart')} onClick={() => setOpen(null)} />
          </div>
          {content[open]}
        </div>
      )}
      <div className="flex">
        {DOCK.map(({ panel, icon: Icon }) => (
          <button
            key={panel}
            type="button"
            aria-expanded={open === panel}
            onClick={() => setOpen(open === panel ? null : panel)}
            className={classNames(
              'design-dock-part',
              open === panel ? 'font-medium text-accent' : 'text-ink',
            )}
          >
            <Icon aria-hidden size={20} />
            {t(`dock.${panel}`)}
          </button>
        ))}
      </div>
    </aside>
  );
}

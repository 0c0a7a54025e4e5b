import type { ReactNode } from 'react';
import type { OrganizationEntry } from '../api/wire.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { TimeText } from '../ui/time-text.tsx';
import { linesOf } from './record-state.ts';
import { sayRole } from './say-role.ts';

/** One act: a sentence, and on demand all that is recorded of it. */
export function RecordEntry({ entry }: { entry: OrganizationEntry }) {
  const t = useText('organization');
  const { actor, sequence, before, after } = entry;
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <span className="min-w-0 break-words">{t(`event.${keyOf(entry)}`, valuesOf(entry, t))}</span>
        <span className="text-14 text-muted">
          <TimeText seconds={entry.date} />
        </span>
      </div>
      <details className="text-14">
        <summary className="touch cursor-pointer text-muted">{t('record.details')}</summary>
        <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
          <Fact name={t('record.person')}>{actor.email ?? entry.by ?? t('unknownPerson')}</Fact>
          <Fact name={t('record.address')}>{actor.ip}</Fact>
          <Fact name={t('record.credential')}>{credentialOf(entry, t)}</Fact>
          <Fact name={t('record.browser')}>{actor.userAgent && <bdi>{actor.userAgent}</bdi>}</Fact>
          <Fact name={t('record.before')}>{before && <bdi>{linesOf(before).join('\n')}</bdi>}</Fact>
          <Fact name={t('record.after')}>{after && <bdi>{linesOf(after).join('\n')}</bdi>}</Fact>
          <Fact name={t('record.number')}>{sequence === null ? t('record.unchained') : sequence}</Fact>
        </dl>
      </details>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 whitespace-pre-wrap break-words [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function credentialOf({ actor: { through, credential } }: OrganizationEntry, t: TextOf): string | null {
  if (through === null) return null;
  if (through === 'session') return t('record.bySession');
  return t(through === 'key' ? 'record.byKey' : 'record.byToken', { name: credential ?? '' });
}

const keyOf = ({ name }: OrganizationEntry) => name.replaceAll('.', '_');

function valuesOf({ by, about, to, detail }: OrganizationEntry, t: TextOf) {
  const nobody = t('unknownPerson');
  const { roleId, role } = detail;
  return {
    workflows: 0,
    templates: 0,
    ...detail,
    role: sayRole(t, { id: Number(roleId), name: String(role) }),
    by: by ?? nobody,
    about: about ?? nobody,
    to: to ?? nobody,
  };
}

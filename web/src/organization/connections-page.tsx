import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { connectionsQuery } from '../api/connections-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { OrganizationArea } from './organization-area.tsx';

/** The providers by which members of the organization sign in. */
export default function ConnectionsPage() {
  const t = useText('connections');
  return (
    <OrganizationArea title={t('title')} lead={({ name }) => t('lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <Connections organization={organization} />
        ) : (
          <EmptyState icon={ShieldOff} title={t('notYours')}>
            {t('notYoursLead')}
          </EmptyState>
        )
      }
    </OrganizationArea>
  );
}

function Connections({ organization: { id } }: { organization: Organization }) {
  const t = useText('connections');
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(connectionsQuery(id));
  if (!query.data) return <Unloaded query={query} />;
  const { connections } = query.data;
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <section aria-label={t('title')} className="flex flex-col gap-6">
      {connections.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('none')} action={add}>
          {t('noneLead')}
        </EmptyState>
      ) : (
        <>
          <div>{add}</div>
          <ul className="flex flex-col divide-y divide-line border-y border-line">
            {connections.map((connection) => (
              <ConnectionRow key={connection.id} organizationId={id} connection={connection} />
            ))}
          </ul>
        </>
      )}
      <ConnectionDialog organizationId={id} isOpen={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}

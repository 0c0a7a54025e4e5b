import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, UserSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import { membersQuery } from '../api/organization-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { OrganizationArea } from './organization-area.tsx';

export default function MembersPage() {
  const t = useText('organization');
  const [isInviting, setInviting] = useState(false);
  return (
    <OrganizationArea
      title={t('members')}
      lead={({ name }) => t('membersLead', { name })}
      action={({ administrator }) =>
        administrator && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        )
      }
    >
      {(organization) => (
        <>
          <Members organization={organization} />
          <InviteDialog organization={organization} isOpen={isInviting} onClose={() => setInviting(false)} />
        </>
      )}
    </OrganizationArea>
  );
}

function Members({ organization }: { organization: Organization }) {
  const t = useText('organization');
  const navigate = useNavigate();
  const {
    query = '',
    page = 1,
    invited: isInvitedOnly = false,
  } = useSearch({ from: '/app/account/organization' });
  const list = useRef<HTMLElement>(null);
  const members = useQuery(membersQuery(organization.id, { page, query, invited: isInvitedOnly }));
  const invited = members.data?.items.filter(({ status }) => status === 'invited').length ?? 0;
  const show = (search: { query?: string; page?: number }, only = isInvitedOnly) =>
    void navigate({
      to: '/account/organization',
      search: { ...search, ...(only ? { invited: true } : {}) },
      replace: true,
    });
  return (
    <>
      <MemberSearch query={query} isInvitedOnly={isInvitedOnly} onShow={show} />
      <section ref={list} tabIndex={-1} aria-label={t('members')} className="outline-none">
        {!members.data && <Unloaded query={members} lines={6} />}
        {members.data && (
          <>
            <p role="status" className="text-14 text-muted">
              {t('memberCount', { count: members.data.total })}
              {invited > 0 && ` · ${t('invitedCount', { count: invited })}`}
            </p>
            {members.data.items.length === 0 && (
              <EmptyState
                icon={UserSearch}
                title={t(query === '' && isInvitedOnly ? 'nobodyInvited' : 'noMemberFound')}
              >
                {query === '' ? isInvitedOnly && t('nobodyInvitedLead') : t('noMemberFoundFor', { query })}
              </EmptyState>
            )}
            <ul className="flex flex-col divide-y divide-line">
              {members.data.items.map((member) => (
                <MemberRow
                  key={member.id}
                  organization={organization}
                  member={member}
                  onGone={() => list.current?.focus()}
                />
              ))}
            </ul>
            <Pager
              page={page}
              pages={members.data.pages}
              onPage={(next) => show({ ...(query === '' ? {} : { query }), page: next })}
            />
          </>
        )}
      </section>
    </>
  );
}

type MemberSearchProps = {
  query: string;
  isInvitedOnly: boolean;
  onShow: (search: { query?: string }, only?: boolean) => void;
};

function MemberSearch({ query, isInvitedOnly, onShow }: MemberSearchProps) {
  const t = useText('organization');
  return (
    <search className="mb-4 flex flex-col gap-2">
      <SearchField
        label={t('searchMembers')}
        value={query}
        onChange={(wanted) => onShow(wanted === '' ? {} : { query: wanted })}
      />
      <Checkbox
        label={t('onlyInvited')}
        checked={isInvitedOnly}
        onChange={({ target }) => onShow(query === '' ? {} : { query }, target.checked)}
      />
    </search>
  );
}

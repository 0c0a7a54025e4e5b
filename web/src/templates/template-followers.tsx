import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  saveTemplateFollowers,
  type TemplateIds,
  templateFollowersKey,
  templateFollowersQuery,
} from '../api/templates-api.ts';
import type { Template, TemplateFollower } from '../api/wire.ts';
import { FollowerList } from '../dashboard/follower-list.tsx';
import { enteredFollower, followerForm, type SendFollower } from '../dashboard/follower-state.ts';
import { useErrorTexts } from '../dashboard/use-error-texts.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';

type FollowersProps = { ids: TemplateIds; template: Template };

/** Who gets copies of the documents that are made of a template. */
export function TemplateFollowers(props: FollowersProps) {
  const query = useQuery({ ...templateFollowersQuery(props.ids), refetchOnWindowFocus: false });
  if (query.error) return <ErrorBanner error={query.error} />;
  if (!query.data) return <Skeleton lines={2} />;
  // The key resets the form after saving.
  return <FollowersForm key={JSON.stringify(query.data)} kept={query.data} {...props} />;
}

function FollowersForm({ ids, template, kept }: FollowersProps & { kept: readonly TemplateFollower[] }) {
  const t = useText('followers');
  const showToast = useToast();
  const client = useQueryClient();
  const [first] = useState(() => kept.map(entered));
  const [followers, setFollowers] = useState(first);
  const saving = useMutation({
    mutationFn: () => saveTemplateFollowers(ids, followers.map(formOf)),
    onSuccess: (saved) => {
      client.setQueryData(templateFollowersKey(ids), saved);
      showToast({ text: t('saved') });
    },
  });
  const errorTexts = useErrorTexts([], saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-form flex-col gap-4">
      <FollowerList
        hint={t('templateHint')}
        followers={followers}
        people={template.recipients.map(({ id, name }) => ({ name, email: String(id) }))}
        errorTexts={errorTexts}
        workspaceId={ids.workspaceId}
        onChange={setFollowers}
      />
      <ErrorBanner error={saving.error} shownFields={[...errorTexts.keys()]} />
      {followers !== first && (
        <Button type="submit" busy={saving.isPending} className="self-start">
          {t('save')}
        </Button>
      )}
    </form>
  );
}

/** A placeholder has no address: its id stands for it. */
function entered(follower: TemplateFollower, index: number): SendFollower {
  return { key: `kept-${index}`, ...enteredFollower(follower), of: String(follower.of ?? '') };
}

function formOf(follower: SendFollower) {
  const { email, of, ...form } = followerForm(follower);
  return { ...form, email: email || null, of: of === null ? null : Number(of) };
}

import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { TemplateIds } from '../api/templates-api.ts';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';

export function TemplatesLink() {
  const t = useText('templates');
  return (
    <Link to="/templates" search={{}} className={BACK_LINK}>
      <ChevronLeft aria-hidden size={16} />
      {t('title')}
    </Link>
  );
}

export function TemplateLink({ ids, name }: { ids: TemplateIds; name: string }) {
  return (
    <Link to="/templates/$workspaceId/$id" params={paramsOf(ids)} className={BACK_LINK}>
      <ChevronLeft aria-hidden size={16} />
      {name}
    </Link>
  );
}

export function paramsOf({ workspaceId, id }: TemplateIds) {
  return { workspaceId: String(workspaceId), id: String(id) };
}

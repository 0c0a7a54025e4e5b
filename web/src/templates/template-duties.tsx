import type { Template, TemplateItem } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { dutyOf } from './template-state.ts';

/** Who signs and who reviews, by the names of the placeholders. */
export function TemplateDuties({ recipients }: Pick<Template, 'recipients'>) {
  const t = useText('templates');
  const duties = recipients.flatMap((each) => {
    const duty = dutyOf(each);
    return duty === null ? [] : [t(`does.${duty}`, { name: each.name })];
  });
  if (duties.length === 0) return t('nobody');
  return listed(duties);
}

/** How many sign and review; the names are on the page of the template. */
export function ListedDuties({ template }: { template: TemplateItem }) {
  const t = useText('templates');
  const rolesOf = (type: 'sign' | 'review') =>
    template.steps.filter((step) => step.type === type).flatMap(({ actions }) => actions);
  const duties = (['sign', 'review'] as const).flatMap((type) => {
    const count = rolesOf(type).length;
    return count === 0 ? [] : [t(`counted.${type}`, { count })];
  });
  if (duties.length === 0) return t('nobody');
  return t('forPeople', { count: template.recipientsCount, duties: listed(duties) });
}

function listed(texts: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(texts);
}

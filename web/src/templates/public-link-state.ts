import type { NewPublicLink, PublicLink } from '../api/public-links-api.ts';
import type { Template } from '../api/wire.ts';
import { momentOf, secondsOf } from '../dashboard/deadline-state.ts';

/** What the form of a link holds; times as inputs have them. */
export interface LinkForm {
  readonly name: string;
  readonly placeholderId: number;
  /** Of other placeholders, by their ids; without a name the person who comes is asked. */
  readonly people: Readonly<Record<number, { name: string; email: string }>>;
  readonly opens: string;
  readonly closes: string;
  readonly maximum: string;
  readonly oncePerPerson: boolean;
  readonly language: string;
  readonly prefillKeys: readonly string[];
}

type Planned = Pick<Template, 'fields' | 'name' | 'recipients' | 'steps'>;

/** Who acts alone in the first step: nobody else is asked before the visitor has answered. */
export function listComers({ recipients, steps }: Pick<Planned, 'recipients' | 'steps'>) {
  const first = steps.toSorted((one, other) => one.order - other.order)[0]?.actions ?? [];
  if (first.length !== 1) return [];
  return recipients.filter(({ roles }) => roles.some(({ id }) => id === first[0]?.role));
}

/** The keys of the fields that the visitor fills in. */
export function keysOf({ fields, recipients }: Pick<Planned, 'fields' | 'recipients'>, id: number): string[] {
  const roles = recipients.find((each) => each.id === id)?.roles.map((role) => role.id) ?? [];
  return fields.flatMap(({ key, role }) => (key && roles.includes(role) ? [key] : []));
}

export function formOfLink(link: PublicLink | null, template: Planned): LinkForm {
  if (link === null)
    return {
      ...{ name: template.name, placeholderId: listComers(template)[0]?.id ?? 0, people: {}, opens: '' },
      ...{ closes: '', maximum: '', oncePerPerson: false, language: '', prefillKeys: [] },
    };
  const people = link.people.map(({ placeholderId, name, email }) => [placeholderId, { name, email }]);
  return {
    ...{ name: link.name, placeholderId: link.placeholderId, people: Object.fromEntries(people) },
    opens: link.opensDate === null ? '' : momentOf(link.opensDate),
    closes: link.closesDate === null ? '' : momentOf(link.closesDate),
    maximum: link.maximum === null ? '' : String(link.maximum),
    ...{ oncePerPerson: link.oncePerPerson, language: link.language ?? '', prefillKeys: link.prefillKeys },
  };
}

/** As the interface takes it; what was typed is judged there. */
export function requestOf(form: LinkForm): NewPublicLink {
  const { name, placeholderId, people, opens, closes, maximum, oncePerPerson, language } = form;
  const isNamed = ([, person]: [string, { name: string; email: string }]) =>
    person.name.trim() !== '' || person.email.trim() !== '';
  return {
    ...{ name, placeholderId, oncePerPerson, prefillKeys: form.prefillKeys },
    people: Object.entries(people)
      .filter(isNamed)
      .map(([id, person]) => ({ placeholderId: Number(id), ...person })),
    opensDate: opens === '' ? null : secondsOf(opens),
    closesDate: closes === '' ? null : secondsOf(closes),
    maximum: maximum.trim() === '' ? null : Number(maximum),
    language: language === '' ? null : (language as NonNullable<NewPublicLink['language']>),
  };
}

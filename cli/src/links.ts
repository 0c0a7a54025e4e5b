import type { Paraph } from '../../sdk/src/index.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { readPerson } from './people.ts';
import { chooseWorkspace, readTemplateId, TEMPLATE_OPTION, WORKSPACE_OPTION } from './template-address.ts';

const SHOWN_MAX = 100;

export const links: Command = {
  name: 'links',
  summary: 'Addresses of a template for those who come: list, make and end them, see who came',
  usage: '[list | make NAME | who LINK | end LINK] --template ID',
  argsMin: 0,
  argsMax: 2,
  options: [
    TEMPLATE_OPTION,
    WORKSPACE_OPTION,
    {
      name: 'person',
      type: 'string',
      multiple: true,
      value: 'PLACE=NAME <EMAIL>',
      description: 'make: who takes another place each time; who comes names the others',
    },
    { name: 'maximum', type: 'string', value: 'COUNT', description: 'make: how many may answer' },
    { name: 'once', type: 'boolean', description: 'make: once per person' },
    { name: 'closes', type: 'string', value: 'DATE', description: 'make: until when, such as 2027-06-30' },
  ],
  examples: [
    'paraph links --template 12',
    'paraph links make "Summer camp" --template 12 --person "Office=Eve Hall <eve@example.com>" --maximum 40',
  ],
  run: runLinks,
};

interface Address {
  workspaceId: number;
  templateId: number;
}

async function runLinks(invocation: Invocation): Promise<number> {
  const [verb = 'list', named = ''] = invocation.args;
  const templateId = readTemplateId(invocation);
  const act = ACTS[verb];
  if (!act || (verb !== 'list' && named === ''))
    throw new CommandError('Say list, make NAME, who LINK or end LINK.', EXIT.usage);
  const { paraph } = await connect(invocation);
  const workspaceId = await chooseWorkspace(invocation, paraph);
  await act(invocation, { paraph, address: { workspaceId, templateId }, named });
  return EXIT.ok;
}

interface Act {
  paraph: Paraph;
  address: Address;
  /** What the second word says: a name, or the id of a link. */
  named: string;
}

const ACTS: Readonly<Record<string, (invocation: Invocation, act: Act) => Promise<void>>> = {
  list: async ({ output, signal }, { paraph, address }) => {
    const page = await paraph.listPublicLinks({ ...address, limit: SHOWN_MAX }, { signal });
    const lines = page.items.map(
      ({ id, state, counts, name, url }) => `${id}  ${state}  ${counts.done} answers  ${name}  ${url}`,
    );
    output.result(page.items, lines.length > 0 ? lines : ['There is no public link of this template.']);
  },
  make: async (invocation, { paraph, address, named: name }) => {
    const { output, signal } = invocation;
    const { recipients, steps } = await paraph.readTemplate(address, { signal });
    const [first] = steps.toSorted((one, other) => one.order - other.order);
    const role = first?.actions[0]?.role;
    const placeholder = recipients.find(({ roles }) => roles.some(({ id }) => id === role));
    const maximum = textOf(invocation, 'maximum');
    const link = await paraph.createPublicLink(
      {
        ...{ ...address, name, placeholderId: placeholder?.id ?? 0 },
        ...{ people: readPeople(invocation, recipients), oncePerPerson: hasOption(invocation, 'once') },
        ...{ maximum: maximum === null ? null : Number(maximum), closesDate: readDate(invocation) },
      },
      { signal },
    );
    output.result(link, [link.url]);
    output.note(`Secret for signed addresses, shown this once: ${link.secret}`);
  },
  who: async ({ output, signal }, { paraph, address, named }) => {
    const of = { ...address, linkId: Number(named), limit: SHOWN_MAX };
    const page = await paraph.listSubmissions(of, { signal });
    const lines = page.items.map(
      ({ state, name, email, envelopeId }) => `${state}  ${name ?? ''} <${email ?? ''}>  ${envelopeId ?? ''}`,
    );
    output.result(page.items, lines.length > 0 ? lines : ['Nobody has come yet.']);
  },
  end: async ({ output, signal }, { paraph, address, named }) => {
    const of = { ...address, linkId: Number(named) };
    await paraph.endPublicLink(of, { signal });
    output.result({ ended: of.linkId }, [`Link ${named} has ended.`]);
  },
};

function readPeople({ options }: Invocation, places: readonly { id: number; name: string }[]) {
  return (options.get('person') ?? []).map((text) => {
    const [, place, person = ''] = /^(.+?)=(.+)$/su.exec(String(text)) ?? [];
    const placeholderId = places.find((each) => each.name === place)?.id;
    if (placeholderId === undefined)
      throw new CommandError(
        `"${text}" names no place of the template; write PLACE=NAME <EMAIL> with one of ${places.map((each) => each.name).join(', ')}.`,
        EXIT.usage,
      );
    return { placeholderId, ...readPerson(person) };
  });
}

function readDate(invocation: Invocation): number | null {
  const text = textOf(invocation, 'closes');
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new CommandError(`"${text}" is no date; write 2027-06-30.`, EXIT.usage);
  return Math.floor(time / 1_000);
}

import { REFUSALS } from '@paraph/domain';
import { answerOf, type Described, groupDescribed, listDescribed, takesInput } from './calls.ts';
import { writeCall } from './describe-sdk.ts';
import { type Member, type NamedShape, pascal, type Shape, Shapes, wordsOf } from './shapes.ts';

const HEAD = `<?php

// Written by \`npm run generate\` from the contract; not by hand.

declare(strict_types=1);

namespace Paraph;
`;

/** The generated files of the package for PHP. */
export function describePhp(): Record<'types' | 'calls' | 'operations', string> {
  const shapes = Shapes.withCommonNames();
  const all = listDescribed();
  const groups = groupDescribed(all);
  const methods = groups.flatMap(([, members]) => members.flatMap((each) => writeMethods(each, shapes)));
  const inputs = all.filter(({ input }) => takesInput(input)).map((each) => inputOf(each, shapes));
  const types = [...shapes.named(), ...inputs];
  return { types: writeTypes(types), calls: writeCalls(all), operations: writeOperations(types, methods) };
}

function writeTypes(types: readonly NamedShape[]): string {
  const lines = types.map(({ name, members, alias }) =>
    members === null ? ` * @phpstan-type ${name} ${typeOf(alias)}\n` : writeObject(name, members),
  );
  return `${HEAD}
/**
 * The objects that calls take and give, as array shapes. Their keys are those of the interface.
 *
${lines.join(' *\n')} */
interface Types
{
}
`;
}

function writeObject(name: string, members: readonly Member[]): string {
  const lines = members.map(
    ({ key, shape, isRequired }) => ` *   ${keyOf(key)}${isRequired ? '' : '?'}: ${typeOf(shape)},\n`,
  );
  return ` * @phpstan-type ${name} array{\n${lines.join('')} * }\n`;
}

function keyOf(key: string): string {
  return /^\w+$/.test(key) ? key : `'${key}'`;
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'list':
      return `list<${typeOf(shape.of)}>`;
    case 'map':
      return `array<string, ${typeOf(shape.of)}>`;
    case 'nullable':
      return shape.of.kind === 'any' ? 'mixed' : `${typeOf(shape.of)}|null`;
    case 'union':
      return shape.of.map(typeOf).join('|');
    case 'words':
      return shape.words.map((each) => (typeof each === 'string' ? `'${each}'` : String(each))).join('|');
    default:
      return {
        string: 'string',
        integer: 'int',
        number: 'int|float',
        boolean: 'bool',
        any: 'mixed',
        upload: 'Upload',
      }[shape.kind];
  }
}

function writeCalls(all: readonly Described[]): string {
  const lines = all.map((each) => `        '${each.name}' => '${writeCall(each)}',\n`).join('');
  const statuses = Object.entries(REFUSALS).map(([code, status]) => `        '${code}' => ${status},\n`);
  return `${HEAD}
/** @internal */
final class Calls
{
    /** Method and path, then what goes in and comes out, as \`Request::of\` reads it. */
    public const LINES = [
${lines}    ];

    /** The status of each error, for those that an answer carries as an item. */
    public const STATUSES = [
${statuses.join('')}    ];
}
`;
}

function writeOperations(types: readonly NamedShape[], methods: readonly string[]): string {
  const body = methods.join('\n');
  const used = types.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(body));
  return `${HEAD}
/**
 * Every operation of the interface, under its operationId.
 *
${used.map(({ name }) => ` * @phpstan-import-type ${name} from Types\n`).join('')} */
trait Operations
{
    /** @param array<string, mixed> $input */
    abstract private function call(string $name, array $input, ?CallOptions $options): mixed;

    /**
     * @param array<string, mixed> $input
     * @return Page<array<string, mixed>>
     */
    abstract private function page(string $name, array $input, ?CallOptions $options): Page;

${body}}
`;
}

/** The type of an input; of lists that also answer for `ids`, without these. */
function inputOf(described: Described, shapes: Shapes): NamedShape {
  const hasIds = answerOf(described).outcomes !== undefined;
  const members = shapes.inputOf(described).filter(({ key }) => !hasIds || key !== 'ids');
  return { name: described.inputType, members, alias: { kind: 'any' } };
}

/** One method, and where a list also answers for `ids` one more. */
function writeMethods(described: Described, shapes: Shapes): string[] {
  const { kind, outcomes } = answerOf(described);
  const type = typeOf(shapes.answerOf(described));
  const doc = { value: type, page: `Page<${type}>`, bytes: 'string the bytes', nothing: '' }[kind];
  const answer = { value: 'array', page: 'Page', bytes: 'string', nothing: 'void' }[kind];
  const takes = takesInput(described.input);
  const isOptional = (described.input.required ?? []).length === 0;
  const input = takes ? `array $input${isOptional ? ' = []' : ''}, ` : '';
  const members = takes ? (inputOf(described, shapes).members ?? []) : [];
  const param = takes ? [`@param ${described.inputType} $input`, ...members.map(told)] : [];
  const call = `$this->${kind === 'page' ? 'page' : 'call'}('${described.name}', ${takes ? '$input' : '[]'}, $options)`;
  const method = `${comment(described, param, doc)}    public function ${described.name}(${input}?CallOptions $options = null): ${answer}
    {
        ${kind === 'nothing' ? '' : 'return '}${call};
    }
`;
  if (!outcomes) return [method];
  const list = typeOf(shapes.of(outcomes, `${pascal(described.name)}Outcome`));
  return [
    method,
    `${comment(described, ['@param list<string> $ids of those to read'], list)}    public function ${described.name}ByIds(array $ids, ?CallOptions $options = null): array
    {
        return $this->call('${described.name}', ['ids' => $ids], $options);
    }
`,
  ];
}

function told({ key, about }: Member): string {
  return `  - ${key}${about === '' ? '' : `: ${about}`}`;
}

function comment(described: Described, params: readonly string[], answer: string): string {
  const { method, path, access, scope, refusals } = described.operation;
  const { does, deprecated } = wordsOf(described);
  const who = access === 'caller' ? `; needs the scope \`${scope}\`` : '';
  const lines = [does, '', `\`${method} ${path}\`${who}.`, ''];
  if (refusals.length > 0) lines.push(`Fails with ${refusals.join(', ')}.`, '');
  if (deprecated !== undefined) lines.push(`@deprecated ${deprecated}`.trim());
  lines.push(...params);
  if (answer !== '') lines.push(`@return ${answer}`);
  lines.push('@throws ParaphException');
  return `    /**\n${lines
    .map((line) => `     * ${line}`.trimEnd())
    .join('\n')
    .replaceAll('*/', '* /')}\n     */\n`;
}

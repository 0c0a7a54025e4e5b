import { REFUSALS } from '@paraph/domain';
import { answerOf, type Described, groupDescribed, listDescribed, takesInput } from './calls.ts';
import { writeCall } from './describe-sdk.ts';
import { type Member, type NamedShape, type Shape, Shapes, snake, wordsOf } from './shapes.ts';

const HEAD = '# Written by `npm run generate` from the contract; not by hand.\n';
const KEYWORDS =
  /^(from|import|class|def|return|global|is|in|not|and|or|with|as|pass|lambda|None|True|False)$/;

/** The generated files of the package for Python. */
export function describePython(): Record<'types' | 'calls' | 'operations' | 'asyncOperations', string> {
  const shapes = Shapes.withCommonNames();
  const all = listDescribed();
  const operations = writeOperations(all, shapes, false);
  const asyncOperations = writeOperations(all, shapes, true);
  return { types: writeTypes(shapes.named()), calls: writeCalls(all), operations, asyncOperations };
}

function writeTypes(named: readonly NamedShape[]): string {
  const aliases = named.filter(({ members }) => members === null);
  const objects = named.filter(({ members }) => members !== null);
  return `${HEAD}"""The objects that calls take and give. Their keys are those of the interface."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ._upload import Upload

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

${aliases.map(({ name, alias }) => `${name} = ${typeOf(alias)}\n`).join('\n')}
${objects.map(writeObject).join('\n')}`;
}

function writeObject({ name, members }: NamedShape): string {
  const given = members ?? [];
  const type = ({ shape, isRequired }: Member) =>
    isRequired ? typeOf(shape) : `NotRequired[${typeOf(shape)}]`;
  if (given.some(({ key }) => KEYWORDS.test(key) || !/^\w+$/.test(key))) {
    const pairs = given
      .map((each) => `        ${JSON.stringify(each.key)}: ${JSON.stringify(type(each))},\n`)
      .join('');
    return `\n${name} = TypedDict(\n    "${name}",\n    {\n${pairs}    },\n)\n`;
  }
  const lines = given.map((each) => `${comment(each.about)}    ${each.key}: ${type(each)}\n`);
  return `\nclass ${name}(TypedDict):\n${lines.join('')}`;
}

function comment(about: string): string {
  return about === '' ? '' : `    #: ${about}\n`;
}

function typeOf(shape: Shape, prefix = ''): string {
  switch (shape.kind) {
    case 'named':
      return `${prefix}${shape.name}`;
    case 'list':
      return `List[${typeOf(shape.of, prefix)}]`;
    case 'map':
      return shape.isEmptyList
        ? `Union[Dict[str, ${typeOf(shape.of, prefix)}], List[Any]]`
        : `Dict[str, ${typeOf(shape.of, prefix)}]`;
    case 'nullable':
      return shape.of.kind === 'any' ? 'Any' : `Optional[${typeOf(shape.of, prefix)}]`;
    case 'union':
      return `Union[${shape.of.map((each) => typeOf(each, prefix)).join(', ')}]`;
    case 'words':
      return `Literal[${shape.words.map((each) => (typeof each === 'boolean' ? title(each) : JSON.stringify(each))).join(', ')}]`;
    default:
      return {
        string: 'str',
        integer: 'int',
        number: 'float',
        boolean: 'bool',
        any: 'Any',
        upload: 'Upload',
      }[shape.kind];
  }
}

function title(flag: boolean): string {
  return flag ? 'True' : 'False';
}

function writeCalls(all: readonly Described[]): string {
  const lines = all.map((each) => `    "${each.name}": "${writeCall(each)}",\n`).join('');
  const statuses = Object.entries(REFUSALS).map(([code, status]) => `    "${code}": ${status},\n`);
  return `${HEAD}from typing import Mapping

#: Method and path, then what goes in and comes out, as \`_request.build\` reads it.
CALLS: Mapping[str, str] = {
${lines}}

#: The status of each error, for those that an answer carries as an item.
STATUSES: Mapping[str, int] = {
${statuses.join('')}}
`;
}

function writeOperations(all: readonly Described[], shapes: Shapes, isAsync: boolean): string {
  const groups = groupDescribed(all).map(
    ([group, members]) => [`${isAsync ? 'Async' : ''}${group}`, members] as const,
  );
  const classes = groups.map(
    ([group, members]) =>
      `class ${group}(_Caller):\n${members.flatMap((each) => writeMethods(each, shapes, isAsync)).join('\n')}`,
  );
  const page = isAsync ? 'AsyncPage' : 'Page';
  const def = isAsync ? 'async def' : 'def';
  return `${HEAD}from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Union

from . import types
from ._pages import ${page}
from ._request import NOT_GIVEN, CallOptions, NotGiven
from ._upload import Upload


class _Caller:
    ${def} _call(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> Any:
        raise NotImplementedError

    ${def} _page(self, name: str, given: Mapping[str, Any], options: Optional[CallOptions]) -> ${page}[Any]:
        raise NotImplementedError


${classes.join('\n\n')}

class ${isAsync ? 'AsyncOperations' : 'Operations'}(
${groups.map(([group]) => `    ${group},\n`).join('')}):
    """Every operation of the interface, under its operationId."""
`;
}

/** One method, and where a list also answers for `ids` one more. */
function writeMethods(described: Described, shapes: Shapes, isAsync: boolean): string[] {
  const { kind, outcomes } = answerOf(described);
  const members = takesInput(described.input) ? shapes.inputOf(described) : [];
  const name = snake(described.name);
  const type = typeOf(shapes.answerOf(described), 'types.');
  const answer = {
    value: type,
    page: `${isAsync ? 'Async' : ''}Page[${type}]`,
    bytes: 'bytes',
    nothing: 'None',
  }[kind];
  const all = {
    name,
    described,
    isAsync,
    answer,
    members: members.filter(({ key }) => !outcomes || key !== 'ids'),
  };
  if (!outcomes) return [writeMethod(all)];
  const list = typeOf(shapes.of(outcomes, 'Outcome'), 'types.');
  const ids: Member = {
    key: 'ids',
    shape: { kind: 'list', of: { kind: 'string' } },
    isRequired: true,
    about: 'Of those to read',
  };
  return [writeMethod(all), writeMethod({ ...all, name: `${name}_by_ids`, answer: list, members: [ids] })];
}

interface Method {
  name: string;
  described: Described;
  isAsync: boolean;
  answer: string;
  members: readonly Member[];
}

function writeMethod({ name, described, isAsync, answer, members }: Method): string {
  const sorted = [...members].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const parameters = sorted.map(({ key, shape, isRequired }) => {
    const type = typeOf(shape, 'types.');
    return `        ${argument(key)}: ${isRequired ? type : `Union[${type}, NotGiven] = NOT_GIVEN`},\n`;
  });
  const given = sorted.map(({ key }) => `            "${key}": ${argument(key)},\n`).join('');
  const isPage = /^(Async)?Page/.test(answer);
  const input = given === '' ? '{}' : 'given';
  const call = `${isAsync ? 'await ' : ''}self.${isPage ? '_page' : '_call'}("${described.name}", ${input}, options)`;
  return `    ${isAsync ? 'async ' : ''}def ${name}(
        self,
${sorted.length > 0 ? '        *,\n' : ''}${parameters.join('')}        options: Optional[CallOptions] = None,
    ) -> ${answer}:
        """${doc(described, sorted)}"""
${given === '' ? '' : `        given = {\n${given}        }\n`}${
  answer === 'None' ? `        ${call}` : `        answer: ${answer} = ${call}\n        return answer`
}
`;
}

function argument(key: string): string {
  const name = snake(key);
  return KEYWORDS.test(name) ? `${name}_` : name;
}

function doc(described: Described, members: readonly Member[]): string {
  const { method, path, access, scope, refusals } = described.operation;
  const { does, deprecated } = wordsOf(described);
  const who = access === 'caller' ? `; needs the scope \`\`${scope}\`\`` : '';
  const lines = [does, '', `\`\`${method} ${path}\`\`${who}.`];
  if (deprecated !== undefined) lines.push('', `Deprecated${deprecated ? `: ${deprecated}` : ''}.`);
  if (refusals.length > 0) lines.push('', `Fails with ${refusals.join(', ')}.`);
  const told = members.filter(({ about }) => about !== '');
  if (told.length > 0) lines.push('', ...told.map(({ key, about }) => `:param ${argument(key)}: ${about}`));
  return lines
    .join('\n        ')
    .replaceAll('\\', '\\\\')
    .replaceAll(/ +\n/g, '\n')
    .concat(lines.length > 1 ? '\n        ' : '');
}

import { COMMON_OPTIONS, type Command } from './command.ts';
import { CommandError, EXIT } from './exit-code.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Completion scripts for shells, generated from the commands. */
export function completionCommand(all: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print the completion script of a shell',
    usage: 'bash | zsh | fish',
    argsMin: 1,
    argsMax: 1,
    options: [],
    examples: ['paraph completion bash > ~/.local/share/bash-completion/completions/paraph'],
    async run({ args, output }) {
      const shell = SHELLS.find((each) => each === args[0]);
      if (shell === undefined) {
        throw new CommandError(
          `There are scripts for ${SHELLS.join(', ')}, not for "${args[0]}".`,
          EXIT.usage,
        );
      }
      const script = { bash, zsh, fish }[shell](all());
      output.result({ shell, script }, [script]);
      return EXIT.ok;
    },
  };
}

const optionsOf = (command: Command) => [...command.options, ...COMMON_OPTIONS];

const flags = (command: Command) => optionsOf(command).map(({ name }) => `--${name}`);

function wordsOf(command: Command): string {
  return command.name === 'completion' ? SHELLS.join(' ') : '';
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map(
    (each) => `    ${each.name}) words="${[...flags(each), wordsOf(each)].join(' ').trim()}" ;;`,
  );
  return `_paraph() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _paraph paraph`;
}

function zsh(commands: readonly Command[]): string {
  const verbs = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`);
  const cases = commands.map((each) => {
    const specs = optionsOf(each).map(
      ({ name, type, description: words, multiple }) =>
        `${multiple ? '*' : ''}--${name}[${quoted(words)}]${type === 'string' ? ':value:_files' : ''}`,
    );
    return `    ${each.name}) _arguments ${specs.map((spec) => `'${spec}'`).join(' ')} '*:file:_files' ;;`;
  });
  return `#compdef paraph
_paraph() {
  local -a verbs=(
${verbs.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe 'command' verbs; return; fi
  local verb=$words[2]
  shift words; (( CURRENT-- ))
  case "$verb" in
${cases.join('\n')}
  esac
}
compdef _paraph paraph`;
}

/** Escapes text inside a single-quoted zsh word, where brackets and colons have a meaning. */
function quoted(words: string): string {
  return words.replaceAll("'", '').replaceAll(/([[\]:\\])/g, '\\$1');
}

function fish(commands: readonly Command[]): string {
  const verbs = commands.map(
    ({ name, summary }) =>
      `complete -c paraph -n __fish_use_subcommand -f -a ${name} -d ${fishText(summary)}`,
  );
  const options = commands.flatMap((each) =>
    optionsOf(each).map(
      ({ name, type, description: words, short }) =>
        `complete -c paraph -n '__fish_seen_subcommand_from ${each.name}' -l ${name}` +
        `${short ? ` -s ${short}` : ''}${type === 'string' ? ' -r' : ''} -d ${fishText(words)}`,
    ),
  );
  return [...verbs, ...options].join('\n');
}

function fishText(words: string): string {
  return `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Validates the sender of all messages; adds a problem to `problems`. */
export function readMailFrom(text: string, name: string, problems: string[]): string {
  if (!/^(?:[^<>\r\n"]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text)) {
    problems.push(`${name} is "${text}"; write it as Name <name@example.com>.`);
  }
  return text;
}

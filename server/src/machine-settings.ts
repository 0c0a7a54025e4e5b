import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { readInteger } from './integer-setting.ts';
import { isLane, LANES, type Places, placesFor } from './jobs/lanes.ts';

export const MACHINE_SETTINGS = {
  keysDir: {
    name: 'PARAPH_KEYS_DIR',
    fallback: '',
    about:
      'Folder of the keys of this instance, the same for each of its processes, such as a volume that its machines share. ' +
      'Default: keys in the data directory.',
  },
  connections: {
    name: 'PARAPH_DATABASE_CONNECTIONS',
    fallback: '',
    about:
      'Most connections to the database that a process opens, 8 to 200, and one more. Default: 8 and 4 for each ' +
      'processor, at most 32.',
  },
  places: {
    name: 'PARAPH_JOB_PLACES',
    fallback: '',
    about:
      'How many jobs of a kind a process does side by side, 1 to 100 each, such as seal=4,delivery=50. Kinds: ' +
      `${LANES.join(', ')}. Default: by the number of processors; those that wait for other servers: text=3, mail=3, delivery=20.`,
  },
  intakeProcesses: {
    name: 'PARAPH_INTAKE_PROCESSES',
    fallback: '',
    about:
      'How many processes read uploaded files side by side, 1 to 64; each needs up to 500 MB. ' +
      'Default: one for each processor, at least two.',
  },
} as const;

/** What a process may take of its machine, and what it shares with others. */
export interface MachineSettings {
  /** Null: in the data directory. */
  keysDir: string | null;
  /** Of the pool; the lock by which others see that a process is alive has a connection of its own. */
  connections: number;
  places: Places;
  /** How many processes read strangers' files side by side; null: as many as there are processors. */
  intakeProcesses: number | null;
}

/** Left to requests, and to what holds a connection for good, when each place of a worker uses one. */
const CONNECTIONS_BESIDE_JOBS = 4;

/**
 * Reads and validates the settings. The defaults follow the processors that this process may use, which is what its
 * control group allows in a container.
 */
export function readMachineSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  problems: string[],
  cores = availableParallelism(),
): MachineSettings {
  const { keysDir, connections, places, intakeProcesses } = MACHINE_SETTINGS;
  const folder = text(keysDir);
  const readCount = (
    setting: (typeof MACHINE_SETTINGS)[keyof typeof MACHINE_SETTINGS],
    min: number,
    max: number,
  ) => (text(setting) === '' ? null : readInteger(setting, { text: text(setting), min, max }, problems));
  const found: MachineSettings = {
    keysDir: folder === '' ? null : resolve(folder),
    connections: readCount(connections, 8, 200) ?? connectionsFor(cores),
    places: readPlaces(text(places), placesFor(cores), problems),
    intakeProcesses: readCount(intakeProcesses, 1, 64),
  };
  const needed = found.places.quick + found.places.seal + CONNECTIONS_BESIDE_JOBS;
  if (needed > found.connections)
    problems.push(
      `${connections.name} is ${found.connections}, and ${found.places.quick} quick and ${found.places.seal} seal jobs ` +
        `need ${needed}: raise it, or lower ${places.name}.`,
    );
  return found;
}

export function findKeysDir({ keysDir, dataDir }: { keysDir: string | null; dataDir: string }): string {
  return keysDir ?? join(dataDir, 'keys');
}

/** Node computes on one processor: more of them let PostgreSQL and the children of a process answer faster. */
function connectionsFor(cores: number): number {
  return Math.min(8 + 4 * cores, 32);
}

function readPlaces(text: string, defaults: Places, problems: string[]): Places {
  const places = { ...defaults };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, lane = '', count = ''] = /^\s*(\w+)\s*=\s*(\d{1,3})\s*$/.exec(part) ?? [];
    if (isLane(lane) && Number(count) >= 1 && Number(count) <= 100) places[lane] = Number(count);
    else
      problems.push(
        `${MACHINE_SETTINGS.places.name} holds "${part.trim()}"; write seal=4 for 4 seals side by side, 1 to 100, ` +
          `with one of the kinds ${LANES.join(', ')}.`,
      );
  }
  return places;
}

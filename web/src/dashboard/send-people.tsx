import type { WorkflowType } from '@paraph/domain';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, GripVertical, ListPlus, type LucideIcon, Trash2, UserPlus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { randomKey } from '../api/random-key.ts';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { ContactField } from './contact-field.tsx';
import { FormerPeople } from './former-people.tsx';
import { hasNobody } from './former-people-state.ts';
import { type ContactChoice, PersonContact } from './person-contact.tsx';
import { PersonWitness } from './person-witness.tsx';
import {
  changeSteps,
  type EnteredPerson,
  type SendPerson,
  type SendStep,
  type StepChange,
} from './send-steps.ts';
import { StepWho } from './step-who.tsx';
import { dragLook, useDragOrder } from './use-drag-order.ts';
import { useFocusOnChange } from './use-focus-on-change.ts';

type ErrorTexts = Map<string, string>;
type SendPeopleProps = {
  steps: SendStep[];
  errorTexts: ErrorTexts;
  change: (change: StepChange) => void;
  /** Names such as "Buyer", without addresses. */
  isPlaceholders?: boolean;
  /** How the people of a step are reached and identified; absent for placeholders. */
  contactOf?: (step: SendStep) => ContactChoice;
  /** Whose contacts are suggested. */
  workspaceId?: number | undefined;
  /** Of their signatures, which people of an earlier document bring along; absent for placeholders. */
  level?: WorkflowType;
};

/** Steps run in order; the people of a step act in parallel. */
export function SendPeople(props: SendPeopleProps) {
  const { steps, errorTexts, change, isPlaceholders = false, contactOf, workspaceId, level } = props;
  const list = useRef<HTMLOListElement>(null);
  const { removeWithUndo, addPeople, takeFormer } = useUndo({ steps, type: level }, change);
  const { moved, move, movePerson } = useMoves(steps, change);
  useFocusOnChange(list, steps);
  const { dragging, begin } = useDragOrder(list, (kind, drop) =>
    change({ do: kind === 'step' ? 'place-step' : 'place-person', ...drop }),
  );
  return (
    <section aria-labelledby="people-heading" className="flex flex-col gap-4">
      <PeopleHeading isPlaceholders={isPlaceholders} />
      {workspaceId !== undefined && hasNobody(steps) && (
        <FormerPeople workspaceId={workspaceId} onChoose={takeFormer} />
      )}
      <PeopleSaid error={errorTexts.get('steps')} moved={moved} />
      <ol ref={list} className="flex flex-col gap-4">
        {steps.map((step, index) => (
          <li
            key={step.key}
            data-step={step.key}
            className={classNames('border-s-2 border-line ps-4', dragLook(dragging, step.key))}
          >
            <StepHead
              step={step}
              index={index}
              count={steps.length}
              change={change}
              move={move}
              begin={begin('step', step.key)}
              remove={removeWithUndo}
            />
            <StepWho step={step} index={index} change={change} />
            <ul className={contactOf ? 'flex flex-col gap-6' : 'flex flex-col gap-3'}>
              {step.people.map((person, position) => (
                <PersonRow
                  key={person.key}
                  person={person}
                  at={`steps[${index}][recipients][${position}]`}
                  errorTexts={errorTexts}
                  isPlaceholder={isPlaceholders}
                  contact={contactOf?.(step)}
                  step={step}
                  workspaceId={workspaceId}
                  onPeople={(people) => addPeople(person.key, people)}
                  change={change}
                  look={dragLook(dragging, person.key)}
                  {...(steps.length + step.people.length > 2
                    ? {
                        remove: removeWithUndo,
                        begin: begin('person', person.key),
                        move: (by: -1 | 1) => movePerson(person.key, by),
                      }
                    : {})}
                />
              ))}
            </ul>
            <AddPerson stepKey={step.key} change={change} />
          </li>
        ))}
      </ol>
      <AddStep change={change} />
    </section>
  );
}

function PeopleSaid({ error, moved }: { error: string | undefined; moved: string }) {
  return (
    <>
      {error && <p className="text-14 text-stopped">{error}</p>}
      <output className="sr-only">{moved}</output>
    </>
  );
}

function AddPerson({ stepKey, change }: { stepKey: string; change: SendPeopleProps['change'] }) {
  const t = useText('send');
  return (
    <Button
      variant="quiet"
      icon={UserPlus}
      className="mt-1 -ms-4 text-accent"
      onClick={() => change({ do: 'add-person', stepKey, key: randomKey() })}
    >
      {t('addPerson')}
    </Button>
  );
}

/** Moves by keys, and what a screen reader says of them. */
function useMoves(steps: SendStep[], change: SendPeopleProps['change']) {
  const t = useText('send');
  const [moved, setMoved] = useState('');
  const move = (step: SendStep, by: -1 | 1) => {
    if (!steps[steps.indexOf(step) + by]) return;
    change({ do: 'move-step', key: step.key, by });
    setMoved(t('stepMoved', { order: steps.indexOf(step) + 1 + by, count: steps.length }));
  };
  const movePerson = (key: string, by: -1 | 1) => {
    const moving: StepChange = { do: 'move-person', key, by };
    const after = changeSteps(steps, moving);
    const at = after.findIndex(({ people }) => people.some((person) => person.key === key));
    change(moving);
    setMoved(t('personMoved', { order: at + 1, count: after.length }));
  };
  return { moved, move, movePerson };
}

/** Changes that can be undone at once. */
function useUndo(
  before: { steps: SendStep[]; type: WorkflowType | undefined },
  change: SendPeopleProps['change'],
) {
  const t = useText('send');
  const showToast = useToast();
  const restore = () => change({ do: 'restore', steps: before.steps });
  return {
    removeWithUndo: (removal: StepChange, text: string) => {
      change(removal);
      showToast({ text, undo: restore });
    },
    takeFormer: (former: Pick<typeof before, 'steps'> & Partial<typeof before>) => {
      change({ do: 'restore', ...former });
      const count = former.steps.flatMap(({ people }) => people).length;
      showToast({ text: t('peoplePasted', { count }), undo: () => change({ do: 'restore', ...before }) });
    },
    addPeople: (key: string, people: EnteredPerson[]) => {
      change({ do: 'add-people', key, people: people.map((each) => ({ ...each, key: randomKey() })) });
      showToast({ text: t('peoplePasted', { count: people.length }), undo: restore });
    },
  };
}

function AddStep({ change }: Pick<SendPeopleProps, 'change'>) {
  const t = useText('send');
  return (
    <Button
      icon={ListPlus}
      className="self-start"
      onClick={() => change({ do: 'add-step', key: randomKey(), personKey: randomKey() })}
    >
      {t('addStep')}
    </Button>
  );
}

function PeopleHeading({ isPlaceholders }: { isPlaceholders: boolean }) {
  const t = useText('send');
  return (
    <div>
      <h2 id="people-heading" className="text-20 font-semibold">
        {t('people')}
      </h2>
      <p className="text-14 text-muted">{t(isPlaceholders ? 'placeholderHint' : 'peopleHint')}</p>
      {!isPlaceholders && (
        <p className="text-14 text-muted">
          {t('pasteHint')}{' '}
          <Link to="/contacts" className="link">
            {t('contacts')}
          </Link>
        </p>
      )}
    </div>
  );
}

type Remove = (removal: StepChange, text: string) => void;
type StepHeadProps = {
  step: SendStep;
  index: number;
  count: number;
  change: (change: StepChange) => void;
  move: (step: SendStep, by: -1 | 1) => void;
  begin: (event: PointerEvent) => void;
  remove: Remove;
};

function StepHead({ step, index, count, change, move, begin, remove }: StepHeadProps) {
  const t = useText('send');
  const order = index + 1;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="font-medium">{count > 1 ? t('stepOf', { order, count }) : t('onlyStep')}</h3>
      <SelectField
        label={t('stepType', { order })}
        hideLabel
        name={`steps[${index}][type]`}
        value={step.type}
        className="w-44"
        onChange={({ target }) =>
          change({ do: 'step-type', key: step.key, type: target.value === 'review' ? 'review' : 'sign' })
        }
      >
        <option value="sign">{t('toSign')}</option>
        <option value="review">{t('toReview')}</option>
      </SelectField>
      {count > 1 && (
        <div className="ms-auto flex">
          <DragHandle label={t('dragStep', { order })} begin={begin} move={(by) => move(step, by)} />
          <MoveButton step={step} by={-1} icon={ArrowUp} isAtEnd={index === 0} move={move}>
            {t('moveUp', { order })}
          </MoveButton>
          <MoveButton step={step} by={1} icon={ArrowDown} isAtEnd={order === count} move={move}>
            {t('moveDown', { order })}
          </MoveButton>
          <IconButton
            icon={Trash2}
            label={t('removeStep', { order })}
            onClick={() => remove({ do: 'remove-step', key: step.key }, t('stepRemoved'))}
          />
        </div>
      )}
    </div>
  );
}

interface DragHandleProps {
  label: string;
  begin: (event: PointerEvent) => void;
  move: (by: -1 | 1) => void;
}

/** Dragged by pointer and finger; with the arrow keys it moves one place, and keeps the focus. */
function DragHandle({ label, begin, move }: DragHandleProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const { currentTarget } = event;
    move(event.key === 'ArrowUp' ? -1 : 1);
    requestAnimationFrame(() => currentTarget.focus());
  };
  return (
    <IconButton
      icon={GripVertical}
      label={label}
      className="cursor-grab touch-none"
      onPointerDown={begin}
      onKeyDown={onKeyDown}
    />
  );
}

type MoveButtonProps = {
  step: SendStep;
  by: -1 | 1;
  icon: LucideIcon;
  isAtEnd: boolean;
  move: (step: SendStep, by: -1 | 1) => void;
  children: string;
};

/** Stays focusable at the ends, so that the focus is not lost. */
function MoveButton({ step, by, icon, isAtEnd, move, children }: MoveButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={children}
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return;
        move(step, by);
        // Moving the row in the page drops the focus.
        requestAnimationFrame(() => currentTarget.focus());
      }}
    />
  );
}

type PersonRowProps = {
  step: SendStep;
  person: SendPerson;
  at: string;
  errorTexts: ErrorTexts;
  isPlaceholder: boolean;
  contact: ContactChoice | undefined;
  change: (change: StepChange) => void;
  workspaceId: number | undefined;
  onPeople: (people: EnteredPerson[]) => void;
  look: string;
  remove?: Remove;
  begin?: (event: PointerEvent) => void;
  move?: (by: -1 | 1) => void;
};

function PersonRow(props: PersonRowProps) {
  const { person, at, errorTexts, isPlaceholder, contact, workspaceId, onPeople, change, look } = props;
  const { remove, begin, move } = props;
  const t = useText('send');
  const { key } = person;
  return (
    <li data-person={key} className={classNames('flex items-start gap-2', look)}>
      <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
        {isPlaceholder ? (
          <TextField
            label={t('placeholderName')}
            name={`${at}[name]`}
            autoComplete="off"
            value={person.name}
            error={errorTexts.get(`${at}[name]`)}
            onChange={(event) => change({ do: 'person', key, change: { name: event.target.value } })}
          />
        ) : (
          (['name', 'email'] as const).map((kind) => (
            <ContactField
              key={kind}
              kind={kind}
              label={t(kind === 'name' ? 'personName' : 'personEmail')}
              name={`${at}[${kind}]`}
              person={person}
              error={errorTexts.get(`${at}[${kind}]`)}
              onChange={(more) => change({ do: 'person', key, change: more })}
              onPeople={onPeople}
              workspaceId={workspaceId}
            />
          ))
        )}
        {contact && (
          <PersonContact
            person={person}
            at={at}
            errorTexts={errorTexts}
            choice={contact}
            onChange={(more) => change({ do: 'person', key, change: more })}
          />
        )}
        {(contact || isPlaceholder) && (
          <PersonWitness step={props.step} {...{ person, at, isPlaceholder, change, errorTexts }} />
        )}
      </div>
      <div className="mt-[26px] flex flex-col sm:flex-row">
        {begin && move && (
          <DragHandle
            label={person.name ? t('dragPerson', { name: person.name }) : t('dragUnnamed')}
            begin={begin}
            move={move}
          />
        )}
        {remove && (
          <IconButton
            icon={Trash2}
            label={person.name ? t('removePerson', { name: person.name }) : t('removeUnnamed')}
            onClick={() => remove({ do: 'remove-person', key }, t('personRemoved'))}
          />
        )}
      </div>
    </li>
  );
}

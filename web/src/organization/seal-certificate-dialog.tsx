import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { saveSealCredential, sealCredentialQuery, sealOffersQuery } from '../api/providers-api.ts';
import { violationsIn } from '../api/violations.ts';
import type { SealOffer, TrustProviders } from '../api/wire.ts';
import { SaidSentence } from '../text/said-sentence.tsx';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

interface SealCertificateDialogProps {
  readonly organizationId: number;
  readonly providers: TrustProviders;
  readonly onClose: () => void;
}

/** Chooses the provider, one of the certificates that it holds, and what releases its key. */
export function SealCertificateDialog({ organizationId, providers, onClose }: SealCertificateDialogProps) {
  const t = useText('providers');
  const enabled = providers.items.filter((provider) => provider.enabled);
  const choices = [
    ...enabled.map(({ id, name }) => ({ key: String(id), name })),
    ...(providers.sandbox ? [{ key: 'sandbox', name: t('sandbox') }] : []),
  ];
  const [key, setKey] = useState(choices[0]?.key ?? '');
  const providerId = key === 'sandbox' ? key : Number(key);
  const offers = useQuery(sealOffersQuery(organizationId, providerId));
  return (
    <Dialog isOpen onClose={onClose} title={t('seals.choose')} description={t('seals.chooseLead')}>
      {choices.length > 1 && (
        <SelectField label={t('seals.provider')} value={key} onChange={({ target }) => setKey(target.value)}>
          {choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.name}
            </option>
          ))}
        </SelectField>
      )}
      {offers.isPending && <Skeleton />}
      <ErrorBanner error={offers.error} isFormless />
      {offers.data && (
        <OfferForm key={key} {...{ organizationId, providerId, onClose }} items={offers.data.items} />
      )}
    </Dialog>
  );
}

interface OfferFormProps extends Pick<SealCertificateDialogProps, 'onClose' | 'organizationId'> {
  readonly providerId: number | 'sandbox';
  readonly items: readonly SealOffer[];
}

function OfferForm({ organizationId, providerId, items, onClose }: OfferFormProps) {
  const t = useText('providers');
  const usable = items.filter(({ problem }) => problem === null);
  const [chosen, setChosen] = useState(usable[0]);
  const sorted = [...usable, ...items.filter(({ problem }) => problem !== null)];
  const [pin, setPin] = useState('');
  const saving = useAct({
    does: ({ credentialId, ...asked }: SealOffer) =>
      saveSealCredential(organizationId, { providerId, credentialId, ...(asked.pin ? { pin } : {}) }),
    done: onClose,
    says: () => t('seals.saved'),
    stale: [sealCredentialQuery(organizationId)],
  });
  const violations = violationsIn(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) saving.mutate(chosen);
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-14 font-medium">{t('seals.certificates')}</legend>
        {items.length === 0 && <p className="text-muted">{t('seals.nothing')}</p>}
        {sorted.map((offer) => (
          <Offer
            key={offer.credentialId}
            offer={offer}
            isChosen={chosen?.credentialId === offer.credentialId}
            onChoose={() => setChosen(offer)}
          />
        ))}
      </fieldset>
      {chosen?.pin && (
        <TextField
          label={t('seals.pin')}
          hint={t('seals.pinHint')}
          type="password"
          autoComplete="off"
          value={pin}
          error={violations.pin}
          onChange={({ target }) => setPin(target.value)}
        />
      )}
      <ErrorBanner error={saving.error} shownFields={['pin']} isFormless />
      <FormActions onLeave={onClose} act={t('seals.use')} busy={saving.isPending} disabled={!chosen} />
    </form>
  );
}

interface OfferProps {
  readonly offer: SealOffer;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Offer({ offer, isChosen, onChoose }: OfferProps) {
  const t = useText('providers');
  const { credentialId, subject, issuer, qualified, problem } = offer;
  const kind = t(qualified ? 'seals.qualified' : 'seals.advanced');
  return (
    <label className="flex items-start gap-3 rounded-paper border border-line p-3">
      <input
        type="radio"
        name="credential"
        className="mt-1 size-5 shrink-0 accent-accent"
        checked={isChosen}
        disabled={problem !== null}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="block font-medium break-words">{subject || credentialId}</span>
        {issuer && <span className="block text-14 text-muted">{t('seals.issued', { issuer })}</span>}
        {problem === null ? (
          <span className="block text-14">{kind}</span>
        ) : (
          <span className="block text-14 text-stopped">
            <SaidSentence text={problem} />
          </span>
        )}
      </span>
    </label>
  );
}

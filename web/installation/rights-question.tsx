import type { EditionJobOptions } from '../../src/contract/schemas/edition-jobs.ts';
import { useEditions } from './editions-context.ts';

type Rights = NonNullable<EditionJobOptions['rights']>;

interface Props {
  readonly rights: Rights;
  readonly staysUnknown: boolean;
  onState(rights: Pick<Rights, 'copyright' | 'rights_status'>): void;
  onStayUnknown(stays: boolean): void;
}

/** Asks for the rights that a file does not state: a copyright notice, a license, or that they are not known. [D30] */
export function RightsQuestion({ rights, staysUnknown, onState, onStayUnknown }: Props) {
  const strings = useEditions().strings.rightsQuestion;
  return (
    <fieldset class="editions-notice job-rights">
      <legend>{strings.question}</legend>
      <p>{strings.why}</p>
      <div class="job-fields">
        <label>
          {strings.copyright}
          <input
            type="text"
            maxLength={2_000}
            placeholder={strings.copyrightExample}
            value={rights.copyright ?? ''}
            onInput={(event) => onState({ copyright: event.currentTarget.value })}
          />
        </label>
        <label>
          {strings.license}
          <input
            type="text"
            maxLength={2_000}
            placeholder={strings.licenseExample}
            value={rights.rights_status ?? ''}
            onInput={(event) => onState({ rights_status: event.currentTarget.value })}
          />
        </label>
      </div>
      <label class="job-check">
        <input
          type="checkbox"
          checked={staysUnknown}
          onChange={(event) => onStayUnknown(event.currentTarget.checked)}
        />
        {strings.unknown}
      </label>
    </fieldset>
  );
}

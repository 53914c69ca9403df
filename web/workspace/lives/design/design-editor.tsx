import { useSignal } from '@preact/signals';
import { DEFAULT_STUDIO_SETTINGS } from '../../../../src/contract/default-design.ts';
import { DEFAULT_LOOKS } from '../../../../src/contract/looks.ts';
import type { ViewerTheme } from '../../../../src/contract/viewer.ts';
import type { EditedDocument } from '../../editing/edited-document.ts';
import { FieldConflictDialog } from '../../editing/field-conflict-dialog.tsx';
import { changeFields } from '../../editing/fields.ts';
import { SaveBar } from '../../editing/save-bar.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { ShippedLookButton } from '../shipped-look-button.tsx';
import { DesignFields } from './design-fields.tsx';
import { DesignPreview } from './design-preview.tsx';
import type { DesignContent, LogoImage } from './design-rest.ts';
import type { DesignSamples } from './design-samples.ts';
import { LogoField } from './logo-field.tsx';
import { LookFields } from './look-fields.tsx';

type DesignField = keyof DesignContent;

const SHIPPED = { ...DEFAULT_STUDIO_SETTINGS, ...DEFAULT_LOOKS };

interface Props {
  readonly edited: EditedDocument<DesignContent>;
  readonly logo: LogoImage | null;
  readonly samples: DesignSamples;
}

/** Renders the form of the design with its preview. The audience sees a change only when it is saved. */
export function DesignEditor({ edited, logo: firstLogo, samples }: Props) {
  const { session, strings } = useWorkspace();
  const { design: texts, lives } = strings;
  const logo = useSignal(firstLogo);
  const theme = useSignal<ViewerTheme>('dark');
  const mayUpdate = session.scopes.value.has('live.update');
  const { value: design } = edited.content;

  return (
    <div class="design">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void edited.save();
        }}
      >
        {!mayUpdate && <p class="meta">{texts.readOnly}</p>}
        <fieldset disabled={!mayUpdate} class="design-fields">
          <DesignFields
            design={design}
            change={(part) => changeFields(edited, part)}
            theme={theme}
            mayChange={mayUpdate}
          />
          <LookFields looks={design} change={(part) => changeFields(edited, part)} />
          {mayUpdate && <ShippedLookButton edited={edited} shipped={SHIPPED} />}
        </fieldset>
        <LogoField logo={logo} isShown={edited.saved.value.showLogo} />
        {mayUpdate && <SaveBar edited={edited} hint={texts.saveHint} />}
      </form>
      <DesignPreview design={design} logo={logo.value} samples={samples} theme={theme} />
      <FieldConflictDialog edited={edited} label={fieldLabel} describe={() => lives.conflict.changed} />
    </div>
  );

  function fieldLabel(field: DesignField): string {
    const { groups } = texts;
    const labels: Record<DesignField, string> = {
      version: texts.title,
      showLogo: groups.logo,
      preset: texts.preset,
      transition: groups.motion,
      controls: groups.controls,
      palettes: groups.colors,
      container: groups.container,
      elements: groups.type,
      order: groups.order,
      ...texts.looks,
    };
    return labels[field];
  }
}

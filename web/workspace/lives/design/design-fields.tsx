import type { Signal } from '@preact/signals';
import {
  DESIGN_LINE_HEIGHT_MAX_PERCENT,
  DESIGN_LINE_HEIGHT_MIN_PERCENT,
  DESIGN_PADDING_MAX_PX,
  DESIGN_RADIUS_MAX_PX,
  DESIGN_SIZE_MAX_PX,
  DESIGN_SIZE_MIN_PX,
} from '../../../../src/contract/limits.ts';
import {
  DEFAULT_DESIGN_ORDER,
  type ViewerDesign,
  type ViewerElement,
  type ViewerTheme,
} from '../../../../src/contract/viewer.ts';
import { VIEWER_PRESETS, VIEWER_TRANSITIONS } from '../../../../src/contract/viewer-appearance.ts';
import { PRESET_COLORS } from '../../../viewer/design/preset-colors.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { ContrastList } from '../preview/contrast-list.tsx';
import { ColorField } from './color-field.tsx';
import { ElementOrder } from './element-order.tsx';
import { NumberField } from './number-field.tsx';

const PALETTE = ['background', 'container', 'text', 'reference', 'translation'] as const;
export const FONTS = ['serif', 'sans', 'mono'] as const;
export const ALIGNMENTS = ['left', 'center', 'right'] as const;
const CONTROLS = ['theme', 'fullscreen', 'fontSize'] as const;

interface Props {
  readonly design: ViewerDesign;
  readonly mayChange: boolean;
  /** Theme of the preview. It follows the palette that is edited. */
  readonly theme: Signal<ViewerTheme>;
  change(part: Partial<ViewerDesign>): void;
}

/** Renders all fields of a design, in groups. */
export function DesignFields({ design, change, theme, mayChange }: Props) {
  const { design: texts, lives } = useWorkspace().strings;
  const { groups } = texts;
  const { palettes, container, elements, controls } = design;

  const renderPalette = (of: ViewerTheme) => {
    const preset = PRESET_COLORS[design.preset][of];
    const inherited = {
      background: preset.ground,
      container: palettes[of].background ?? preset.plate,
      text: preset.text,
      reference: preset.accent,
      translation: preset['text-soft'],
    };
    return (
      <details
        class="design-group"
        open={of === 'dark'}
        onFocusIn={() => {
          theme.value = of;
        }}
      >
        <summary>{groups[of]}</summary>
        <fieldset class="settings-fields" aria-label={groups[of]}>
          {PALETTE.map((name) => (
            <ColorField
              key={name}
              label={texts.palette[name]}
              value={palettes[of][name]}
              inherited={inherited[name]}
              change={(value) => change({ palettes: { ...palettes, [of]: { ...palettes[of], [name]: value } } })}
            />
          ))}
        </fieldset>
        <ContrastList design={design} theme={of} />
      </details>
    );
  };
  const renderElement = (name: keyof ViewerDesign['elements']) => {
    const element = elements[name];
    const set = (part: Partial<ViewerElement>) =>
      change({ elements: { ...elements, [name]: { ...element, ...part } } });
    return (
      <details key={name} class="design-group" open={name === 'text'}>
        <summary>{texts.elements[name]}</summary>
        <fieldset class="settings-fields" aria-label={texts.elements[name]}>
          <label>
            {texts.font}
            <select
              value={element.font}
              onChange={({ currentTarget }) => set({ font: currentTarget.value as ViewerElement['font'] })}
            >
              {FONTS.map((each) => (
                <option key={each} value={each}>
                  {texts.fonts[each]}
                </option>
              ))}
            </select>
          </label>
          <NumberField
            label={texts.size}
            {...(name === 'text' && { hint: texts.textSizeHint })}
            min={DESIGN_SIZE_MIN_PX}
            max={DESIGN_SIZE_MAX_PX}
            value={element.size}
            change={(size) => size !== null && set({ size })}
          />
          <NumberField
            label={texts.lineHeight}
            min={DESIGN_LINE_HEIGHT_MIN_PERCENT}
            max={DESIGN_LINE_HEIGHT_MAX_PERCENT}
            value={element.lineHeight}
            change={(lineHeight) => lineHeight !== null && set({ lineHeight })}
          />
          <label>
            {texts.align}
            <select
              value={element.align}
              onChange={({ currentTarget }) => set({ align: currentTarget.value as ViewerElement['align'] })}
            >
              {ALIGNMENTS.map((each) => (
                <option key={each} value={each}>
                  {texts.alignments[each]}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={element.bold}
              onChange={({ currentTarget }) => set({ bold: currentTarget.checked })}
            />
            {texts.bold}
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={element.italic}
              onChange={({ currentTarget }) => set({ italic: currentTarget.checked })}
            />
            {texts.italic}
          </label>
        </fieldset>
      </details>
    );
  };

  return (
    <>
      <div class="settings-fields">
        <label>
          {texts.preset}
          <select
            value={design.preset}
            onChange={({ currentTarget }) => change({ preset: currentTarget.value as ViewerDesign['preset'] })}
          >
            {VIEWER_PRESETS.map((each) => (
              <option key={each} value={each}>
                {lives.settings.presets[each]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {lives.settings.transition}
          <select
            value={design.transition}
            onChange={({ currentTarget }) => change({ transition: currentTarget.value as ViewerDesign['transition'] })}
          >
            {VIEWER_TRANSITIONS.map((each) => (
              <option key={each} value={each}>
                {lives.settings.transitions[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {renderPalette('dark')}
      {renderPalette('light')}
      <details class="design-group">
        <summary>{groups.container}</summary>
        <fieldset class="settings-fields" aria-label={groups.container}>
          <NumberField
            label={texts.radius}
            hint={texts.pixels}
            min={0}
            max={DESIGN_RADIUS_MAX_PX}
            value={container.radius}
            empty={texts.asPreset}
            change={(radius) => change({ container: { ...container, radius } })}
          />
          <NumberField
            label={texts.padding}
            hint={texts.pixels}
            min={0}
            max={DESIGN_PADDING_MAX_PX}
            value={container.padding}
            empty={texts.asPreset}
            change={(padding) => change({ container: { ...container, padding } })}
          />
          <ColorField
            label={texts.border}
            value={container.border}
            inherited={PRESET_COLORS[design.preset][theme.value].accent}
            change={(border) => change({ container: { ...container, border } })}
          />
        </fieldset>
      </details>
      {DEFAULT_DESIGN_ORDER.map(renderElement)}
      <details class="design-group">
        <summary>{groups.order}</summary>
        <ElementOrder order={design.order} mayChange={mayChange} change={(order) => change({ order })} />
      </details>
      <details class="design-group">
        <summary>{groups.controls}</summary>
        <fieldset class="settings-fields" aria-label={groups.controls}>
          {CONTROLS.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={controls[name]}
                onChange={({ currentTarget }) => change({ controls: { ...controls, [name]: currentTarget.checked } })}
              />
              {texts.controls[name]}
            </label>
          ))}
        </fieldset>
      </details>
      <div class="settings-fields">
        <label class="check wide">
          <input
            type="checkbox"
            checked={design.showLogo}
            onChange={({ currentTarget }) => change({ showLogo: currentTarget.checked })}
          />
          {texts.showLogo}
        </label>
      </div>
    </>
  );
}

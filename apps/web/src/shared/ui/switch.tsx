import { Switch as RadixSwitch } from 'radix-ui';

type SwitchProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

/**
 * Renders a switch that takes effect at once. Screen readers announce `label`. The visible text is next to the switch.
 */
export const Switch = ({ label, checked, onChange, disabled = false }: SwitchProps) => (
  <RadixSwitch.Root
    aria-label={label}
    checked={checked}
    onCheckedChange={onChange}
    disabled={disabled}
    className="h-5 w-9 shrink-0 rounded-pill bg-line-control transition disabled:opacity-45 data-[state=checked]:bg-accent-fill touch-target touch:h-[26px] touch:w-11"
  >
    <RadixSwitch.Thumb className="block size-4 translate-x-0.5 rounded-pill bg-on-fill transition data-[state=checked]:translate-x-[18px] touch:size-[22px] touch:data-[state=checked]:translate-x-5" />
  </RadixSwitch.Root>
);

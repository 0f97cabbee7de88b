import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';

export interface ConfirmProps {
  /** The button that asks. */
  readonly trigger: ReactNode;
  readonly triggerKind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly small?: boolean;
  readonly disabled?: boolean;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb on the button that does it. */
  readonly verb: string;
  /** (Default: 'danger') */
  readonly kind?: ButtonKind;
  readonly onConfirm: () => void;
}

/** Asks before it does what cannot be taken back. */
export function Confirm({ kind = 'danger', triggerKind = 'plain', ...props }: ConfirmProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger
        render={
          <Button
            kind={triggerKind}
            icon={props.icon}
            small={props.small ?? false}
            disabled={props.disabled ?? false}
          />
        }
      >
        {props.trigger}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog-title">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text" render={<div />}>
            {props.children}
          </AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
            <Button
              kind={kind}
              onClick={() => {
                setOpen(false);
                props.onConfirm();
              }}
            >
              {props.verb}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

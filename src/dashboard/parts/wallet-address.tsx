// A wallet: its mark, its address in short, the way to its profile, and a button that copies all of it.
/** @jsxImportSource preact */
import { shorten } from '../format/names.js';
import { useNavigation } from '../state/use-place.js';
import { CopyButton } from './copy-button.js';

export interface WalletAddressProps {
  readonly address: string;
  /** What it is known as. */
  readonly name?: string | null | undefined;
}

export function WalletAddress({ address, name }: WalletAddressProps) {
  const { hrefTo } = useNavigation();
  return (
    <span class="wallet">
      <WalletMark address={address} />
      <a href={hrefTo({ view: 'wallets', id: address })} title={address}>
        {name ? (
          <span class="wallet-name">{name}</span>
        ) : (
          <span class="mono">{shorten(address)}</span>
        )}
      </a>
      <CopyButton text={address} what="address" />
    </span>
  );
}

/** Two colours of the address's own: pictures that profiles name would be requests to other hosts. */
export function WalletMark({ address }: { readonly address: string }) {
  const hue = [...address.toLowerCase()].reduce(
    (sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360,
    7,
  );
  return <span class="wallet-mark" style={{ '--hue': String(hue) }} aria-hidden="true" />;
}

//! IP addresses and networks, as Go's package net reads and prints them.

use std::net::IpAddr;

/// An address; an IPv4-mapped IPv6 address is an IPv4 address, as in Go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address(IpAddr);

impl Address {
    /// Fails with Go's message, as for zones and leading zeros.
    pub fn parse(text: &str) -> Result<Address, String> {
        match text.parse::<IpAddr>() {
            Ok(address) => Ok(Address(address.to_canonical())),
            Err(_) => Err(format!("invalid IP address: {text}")),
        }
    }

    /// Whether it is an IPv4 address.
    pub fn is_ipv4(self) -> bool {
        self.0.is_ipv4()
    }

    /// The text that Go prints.
    pub fn text(self) -> String {
        self.0.to_string()
    }
}

/// A network: its address and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// The address, of which only the bits of the prefix are set.
    pub address: Address,
    bits: u32,
}

impl Network {
    /// The address as written, and its network. Fails with Go's message.
    pub fn parse(text: &str) -> Result<(Address, Network), String> {
        Network::read(text).ok_or_else(|| format!("invalid CIDR address: {text}"))
    }

    fn read(text: &str) -> Option<(Address, Network)> {
        let (address, digits) = text.split_once('/')?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let bits: u32 = digits.parse().ok()?;
        let masked = match address.parse::<IpAddr>().ok()? {
            IpAddr::V4(v4) if bits <= 32 => IpAddr::V4((v4.to_bits() & !low(32 - bits) as u32).into()),
            IpAddr::V6(v6) if bits <= 128 => IpAddr::V6((v6.to_bits() & !low(128 - bits)).into()),
            _ => return None,
        };
        // The prefix of an IPv4-mapped address counts from its last 32 bits.
        let canonical = masked.to_canonical();
        let bits = if masked != canonical { bits.saturating_sub(96) } else { bits };
        Some((Address::parse(address).ok()?, Network { address: Address(canonical), bits }))
    }

    /// The text that Go prints.
    pub fn text(self) -> String {
        format!("{}/{}", self.address.text(), self.bits)
    }
}

/// A number in which the lowest `bits` bits are set.
fn low(bits: u32) -> u128 {
    1_u128.checked_shl(bits).unwrap_or(0).wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Result<String, String> {
        Network::parse(text).map(|(address, network)| format!("{} {}", address.text(), network.text()))
    }

    #[test]
    fn networks_are_masked() {
        assert_eq!(network("192.0.2.77/24"), Ok("192.0.2.77 192.0.2.0/24".to_owned()));
        assert_eq!(network("10.1.2.3/0"), Ok("10.1.2.3 0.0.0.0/0".to_owned()));
        assert_eq!(network("2001:db8:1::7/32"), Ok("2001:db8:1::7 2001:db8::/32".to_owned()));
        assert_eq!(network("::ffff:192.0.2.77/120"), Ok("192.0.2.77 192.0.2.0/24".to_owned()));
        assert_eq!(network("::1/128"), Ok("::1 ::1/128".to_owned()));
        for text in ["192.0.2.1", "192.0.2.1/33", "192.0.2.1/+3", "x/3", "::1/129", "1.2.3.4/"] {
            assert_eq!(network(text), Err(format!("invalid CIDR address: {text}")));
        }
    }

    #[test]
    fn addresses_are_strict() {
        assert_eq!(Address::parse("2001:0db8::0001").map(Address::text), Ok("2001:db8::1".to_owned()));
        for text in ["192.0.02.7", "fe80::1%eth0", "", "1.2.3"] {
            assert_eq!(Address::parse(text), Err(format!("invalid IP address: {text}")));
        }
    }
}

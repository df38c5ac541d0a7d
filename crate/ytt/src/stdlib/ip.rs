//! `@ytt:ip`: `parse_addr` and `parse_cidr`.

use std::net::IpAddr;

use super::arguments;
use crate::diagnostics::Error;
use crate::natives::{
    self, Call, Captured, Evaluation, Heap, ModuleBuilder, Object, ObjectType, Value, native, object_of,
};

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "ip").function("ip.parse_addr", parse_addr).function("ip.parse_cidr", parse_cidr).build()
}

fn parse_addr<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let address = Address::parse(arguments::only_string(call)?).map_err(Error::message)?;
    Ok(address_value(eval.heap(), address))
}

/// `ip.parse_cidr(text)`: the address and its network.
fn parse_cidr<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    let (address, network) = Network::parse(arguments::only_string(call)?).map_err(Error::message)?;
    let heap = eval.heap();
    Ok(natives::pair(heap, address_value(heap, address), network_value(heap, network)))
}

fn address_value(heap: Heap<'_>, address: Address) -> Value<'_> {
    natives::object(heap, ObjectType::IpAddress, address)
}

fn network_value(heap: Heap<'_>, network: Network) -> Value<'_> {
    natives::object(heap, ObjectType::IpNetwork, network)
}

impl Object for Address {
    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let method = |name, code| Some(native(heap, name, code, vec![address_value(heap, *self)]));
        match name {
            "is_ipv4" => method("ip.addr.is_ipv4", is_ipv4),
            "is_ipv6" => method("ip.addr.is_ipv6", is_ipv6),
            "string" => method("ip.addr.string", address_text),
            _ => None,
        }
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["is_ipv4", "is_ipv6", "string"]
    }
}

impl Object for Network {
    fn attribute<'v>(&self, name: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        let method = |name, code| Some(native(heap, name, code, vec![network_value(heap, *self)]));
        match name {
            "addr" => method("ip.net.addr", network_address),
            "string" => method("ip.net.string", network_text),
            _ => None,
        }
    }

    fn attributes(&self) -> &'static [&'static str] {
        &["addr", "string"]
    }
}

/// The receiver of a method without arguments.
fn address<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<Address, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| object_of::<Address>(*own));
    own.copied().ok_or_else(|| Error::message("expected an address"))
}

fn network<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<Network, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| object_of::<Network>(*own));
    own.copied().ok_or_else(|| Error::message("expected a network"))
}

fn is_ipv4<'v>(own: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(Value::new_bool(address(own, call)?.0.is_ipv4()))
}

fn is_ipv6<'v>(own: &Captured<'v>, call: &Call<'v>, _: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(Value::new_bool(address(own, call)?.0.is_ipv6()))
}

fn address_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(address(own, call)?.text()))
}

fn network_address<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(address_value(eval.heap(), network(own, call)?.address))
}

fn network_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut dyn Evaluation<'v>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(network(own, call)?.text()))
}

/// An address; an IPv4-mapped IPv6 address is an IPv4 address, as in Go.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Address(IpAddr);

impl Address {
    fn parse(text: &str) -> Result<Address, String> {
        match text.parse::<IpAddr>() {
            Ok(address) => Ok(Address(address.to_canonical())),
            Err(_) => Err(format!("invalid IP address: {text}")),
        }
    }

    fn text(self) -> String {
        self.0.to_string()
    }
}

/// A network: its address and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Network {
    address: Address,
    bits: u32,
}

impl Network {
    /// The address as written, and its network.
    fn parse(text: &str) -> Result<(Address, Network), String> {
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

    fn text(self) -> String {
        format!("{}/{}", self.address.text(), self.bits)
    }
}

/// A number whose lowest `bits` bits are set.
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

//! `@ytt:ip`: `parse_addr` and `parse_cidr`.

use std::net::IpAddr;

use starlark::eval::Evaluator;
use starlark::values::tuple::AllocTuple;
use starlark::values::{Heap, Value, ValueLike};

use super::arguments;
use super::native::{Captured, ModuleBuilder, native};
use super::opaque::opaque;
use crate::diagnostics::Error;
use crate::eval::builtins::arguments::Call;

pub(super) fn module(heap: Heap<'_>) -> Value<'_> {
    ModuleBuilder::new(heap, "ip").function("ip.parse_addr", parse_addr).function("ip.parse_cidr", parse_cidr).build()
}

fn parse_addr<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let address = Address::parse(arguments::only_string(call)?).map_err(Error::message)?;
    Ok(eval.heap().alloc(AddressValue(address)))
}

/// The address, and the network it is in.
fn parse_cidr<'v>(_: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    let (address, network) = Network::parse(arguments::only_string(call)?).map_err(Error::message)?;
    let heap = eval.heap();
    Ok(heap.alloc(AllocTuple([heap.alloc(AddressValue(address)), heap.alloc(NetworkValue(network))])))
}

opaque!(AddressValue(Address), "@ytt:ip.addr", {
    "is_ipv4" => |address, heap| native(heap, "ip.addr.is_ipv4", is_ipv4, vec![heap.alloc(AddressValue(*address))]),
    "is_ipv6" => |address, heap| native(heap, "ip.addr.is_ipv6", is_ipv6, vec![heap.alloc(AddressValue(*address))]),
    "string" => |address, heap| native(heap, "ip.addr.string", address_text, vec![heap.alloc(AddressValue(*address))]),
});

opaque!(NetworkValue(Network), "@ytt:ip.net", {
    "addr" => |network, heap| native(heap, "ip.net.addr", network_address, vec![heap.alloc(NetworkValue(*network))]),
    "string" => |network, heap| native(heap, "ip.net.string", network_text, vec![heap.alloc(NetworkValue(*network))]),
});

/// What a method was taken from.
fn address<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<Address, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| own.downcast_ref::<AddressValue>());
    own.map(|own| own.0).ok_or_else(|| Error::message("expected an address"))
}

fn network<'v>(captured: &Captured<'v>, call: &Call<'v>) -> Result<Network, Error> {
    arguments::none(call)?;
    let own = captured.first().and_then(|own| own.downcast_ref::<NetworkValue>());
    own.map(|own| own.0).ok_or_else(|| Error::message("expected a network"))
}

fn is_ipv4<'v>(own: &Captured<'v>, call: &Call<'v>, _: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    Ok(Value::new_bool(address(own, call)?.0.is_ipv4()))
}

fn is_ipv6<'v>(own: &Captured<'v>, call: &Call<'v>, _: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    Ok(Value::new_bool(address(own, call)?.0.is_ipv6()))
}

fn address_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(address(own, call)?.text()))
}

fn network_address<'v>(
    own: &Captured<'v>,
    call: &Call<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(AddressValue(network(own, call)?.address)))
}

fn network_text<'v>(own: &Captured<'v>, call: &Call<'v>, eval: &mut Evaluator<'v, '_, '_>) -> Result<Value<'v>, Error> {
    Ok(eval.heap().alloc(network(own, call)?.text()))
}

/// An address; one of IPv4 that is written as IPv6 counts as IPv4.
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

/// A network: its address, and how many bits of it count.
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
        // A mask of IPv6 on an address that counts as IPv4 leaves its last 32 bits.
        let canonical = masked.to_canonical();
        let bits = if masked != canonical { bits.saturating_sub(96) } else { bits };
        Some((Address::parse(address).ok()?, Network { address: Address(canonical), bits }))
    }

    fn text(self) -> String {
        format!("{}/{}", self.address.text(), self.bits)
    }
}

/// A number of ones.
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

